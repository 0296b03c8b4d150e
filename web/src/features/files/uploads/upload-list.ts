import { createSpeedometer } from './tray/transfer-speed.ts';

/** How often changing numbers are published. */
const PROGRESS_MS = 250;

/** `retrying` waits for the connection, `interrupted` needs the same file after a reload, `failed` the person. */
export type UploadState = 'waiting' | 'sending' | 'retrying' | 'paused' | 'interrupted' | 'failed' | 'done';

export type Upload = {
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly versionId: number;
  readonly state: UploadState;
  readonly sentBytes: number;
  /** Why it failed, is retried or was begun anew; null otherwise. */
  readonly error: unknown;
};

export type UploadsSnapshot = { readonly uploads: readonly Upload[]; readonly bytesPerSecond: number };

/** The uploads of the tab and their speed. Subscribers see changes once they are published. */
export function createUploadList() {
  const speedometer = createSpeedometer();
  const listeners = new Set<() => void>();
  let uploads: readonly Upload[] = [];
  let snapshot: UploadsSnapshot = { uploads, bytesPerSecond: 0 };
  let progressTimer: ReturnType<typeof setTimeout> | undefined;

  function publish(): void {
    clearTimeout(progressTimer);
    progressTimer = undefined;
    const isSending = uploads.some(({ state }) => state === 'sending');
    snapshot = { uploads, bytesPerSecond: isSending ? speedometer.bytesPerSecond() : 0 };
    for (const listener of listeners) listener();
  }

  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => snapshot,
    publish,

    all: () => uploads,
    find: (key: string): Upload | undefined => uploads.find((upload) => upload.key === key),
    stateOf: (key: string): UploadState | undefined => uploads.find((upload) => upload.key === key)?.state,

    change(key: string, changes: Partial<Upload>): void {
      uploads = uploads.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload));
    },

    /** Adds an upload at the end, replacing one of the same key. */
    append(upload: Upload): void {
      uploads = [...uploads.filter(({ key }) => key !== upload.key), upload];
    },

    removeIf(isGone: (upload: Upload) => boolean): void {
      uploads = uploads.filter((upload) => !isGone(upload));
    },

    /** Counts bytes that were just sent. */
    countSent: (bytes: number): void => speedometer.add(bytes),

    /** For numbers that change many times a second; `act` is called when they are published. */
    publishSoon(act: () => void): void {
      progressTimer ??= setTimeout(() => {
        act();
        publish();
      }, PROGRESS_MS);
    },
  };
}
