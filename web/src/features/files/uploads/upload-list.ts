import { createSpeedometer } from './tray/transfer-speed.ts';

/** How often moving numbers are shown. */
const PROGRESS_MS = 250;

/**
 * `retrying` waits for the connection or a pause to pass; `interrupted` was begun before the page was loaded anew
 * and needs the same file chosen again; `failed` needs the person.
 */
export type UploadState = 'waiting' | 'sending' | 'retrying' | 'paused' | 'interrupted' | 'failed' | 'done';

export type Upload = {
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly versionId: number;
  readonly state: UploadState;
  readonly sentBytes: number;
  /** Why it failed or is tried again; null otherwise. */
  readonly error: unknown;
};

export type UploadsSnapshot = { readonly uploads: readonly Upload[]; readonly bytesPerSecond: number };

export type UploadList = ReturnType<typeof createUploadList>;

/** What the tray shows: every upload of the tab and how fast they go. Changes are seen once they are published. */
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

    /** At the end, also where an upload of the same key stood elsewhere. */
    append(upload: Upload): void {
      uploads = [...uploads.filter(({ key }) => key !== upload.key), upload];
    },

    removeIf(isGone: (upload: Upload) => boolean): void {
      uploads = uploads.filter((upload) => !isGone(upload));
    },

    /** Bytes of any upload that have just gone out. */
    countSent: (bytes: number): void => speedometer.add(bytes),

    /** For numbers that move many times a second; `act` is called when they are shown. */
    publishSoon(act: () => void): void {
      progressTimer ??= setTimeout(() => {
        act();
        publish();
      }, PROGRESS_MS);
    },
  };
}
