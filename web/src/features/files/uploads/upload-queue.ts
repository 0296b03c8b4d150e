import { NetworkError } from '../../../lib/api-error.ts';
import type { StartTransfer, Transfer } from './tus-transfer.ts';
import { createSpeedometer } from './transfer-speed.ts';
import { failureKind, retryPauseMs } from './upload-failure.ts';
import { type UploadRecord, type UploadRecords, uploadKey } from './upload-records.ts';

/** Enough to fill a line, few enough that the rest of the page still gets its answers. */
const MAX_AT_ONCE = 3;

/** An upload may expire under way; one that is forgotten again and again is for the person to read. */
const MAX_RESTARTS = 3;

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

type Dependencies = {
  startTransfer: StartTransfer;
  records: UploadRecords;
  /** Gives the space of an unfinished upload back. */
  discard: (url: string) => void;
  onFinished: (upload: Upload) => void;
  onSignedOut: () => void;
  /** Marks the upload as this tab's; returns the way to let go of it. */
  hold: (key: string) => () => void;
};

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** All uploads of the tab. Lives outside of the screens, so that changing them changes nothing. */
export function createUploadQueue(dependencies: Dependencies) {
  const { startTransfer, records, discard, onFinished, onSignedOut, hold } = dependencies;
  const files = new Map<string, File>();
  const transfers = new Map<string, Transfer>();
  const attempts = new Map<string, number>();
  const restarts = new Map<string, number>();
  const retryTimers = new Map<string, ReturnType<typeof setTimeout>>();
  const releases = new Map<string, () => void>();
  const listeners = new Set<() => void>();
  const speedometer = createSpeedometer();
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

  function find(key: string): Upload | undefined {
    return uploads.find((upload) => upload.key === key);
  }

  function change(key: string, changes: Partial<Upload>): void {
    uploads = uploads.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload));
  }

  function fillSlots(): void {
    for (;;) {
      const busy = uploads.filter(({ state }) => state === 'sending' || state === 'retrying').length;
      const next = uploads.find(({ state }) => state === 'waiting');
      if (busy >= MAX_AT_ONCE || !next) break;
      begin(next);
    }
    publish();
  }

  function begin({ key, versionId }: Upload): void {
    const file = files.get(key);
    if (!file) throw new Error('an upload without its file cannot begin');
    let sentBefore: number | null = null;
    change(key, { state: 'sending', error: null });
    const transfer = startTransfer(
      { file, versionId, url: records.find(key)?.url ?? null },
      {
        onUrl: (url) => keepUrl(key, url),
        onProgress: (sent) => {
          if (transfers.get(key) !== transfer) return;
          // The first figure is where the server already was, which is no speed.
          if (sentBefore !== null && sent > sentBefore) {
            speedometer.add(sent - sentBefore);
            attempts.delete(key);
          }
          sentBefore = sent;
          progressed(key, sent);
        },
      },
    );
    transfers.set(key, transfer);
    const unlessStopped = (act: () => void) => {
      if (transfers.get(key) === transfer) act();
    };
    transfer.finished.then(
      () => unlessStopped(() => finish(key)),
      (error: unknown) => unlessStopped(() => fail(key, error)),
    );
  }

  function keepUrl(key: string, url: string): void {
    const upload = find(key);
    const known = records.find(key)?.url;
    if (url === known) return;
    // The address may come after the upload was cancelled, or begun a second time.
    if (!upload || upload.state === 'done' || (known !== undefined && !transfers.has(key))) discard(url);
    else
      records.save({
        key,
        version: upload.versionId,
        name: upload.name,
        size: upload.sizeBytes,
        url,
        sent: 0,
      });
  }

  function progressed(key: string, sentBytes: number): void {
    change(key, { sentBytes });
    progressTimer ??= setTimeout(() => {
      for (const { key, state, sentBytes } of uploads) if (state === 'sending') records.touch(key, sentBytes);
      publish();
    }, PROGRESS_MS);
  }

  function finish(key: string): void {
    letGo(key);
    records.remove(key);
    const upload = find(key);
    if (!upload) return;
    change(key, { state: 'done', sentBytes: upload.sizeBytes });
    fillSlots();
    onFinished(upload);
  }

  function fail(key: string, error: unknown): void {
    transfers.delete(key);
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    let kind = failureKind(error, records.find(key) !== undefined);
    if (kind === 'anew') {
      records.remove(key);
      change(key, { sentBytes: 0 });
      const restart = (restarts.get(key) ?? 0) + 1;
      restarts.set(key, restart);
      kind = restart > MAX_RESTARTS ? 'final' : 'again';
    }
    const pauseMs = kind === 'again' ? retryPauseMs(error, attempt) : null;
    if (kind === 'signed-out') {
      interruptAll();
      // First the tray hears that nothing is under way, so that it does not ask before the page is left.
      setTimeout(onSignedOut);
    } else if (pauseMs === null) {
      console.error('upload failed', error);
      attempts.delete(key);
      change(key, { state: 'failed', error });
    } else {
      change(key, { state: 'retrying', error });
      retryTimers.set(
        key,
        setTimeout(() => retryNow(key), pauseMs),
      );
    }
    fillSlots();
  }

  /** Nobody is signed in any more: what is known to the server can go on after the next login. */
  function interruptAll(): void {
    for (const { key, state } of uploads) {
      if (state === 'done' || state === 'failed') continue;
      letGo(key);
      change(key, { state: 'interrupted' });
    }
  }

  function retryNow(key: string): void {
    const upload = find(key);
    if (upload?.state !== 'retrying') return;
    clearTimeout(retryTimers.get(key));
    begin(upload);
    publish();
  }

  function stop(key: string): void {
    clearTimeout(retryTimers.get(key));
    attempts.delete(key);
    const transfer = transfers.get(key);
    transfers.delete(key);
    transfer?.stop();
  }

  /** Nothing more will happen to it in this tab. */
  function letGo(key: string): void {
    stop(key);
    restarts.delete(key);
    files.delete(key);
    releases.get(key)?.();
    releases.delete(key);
  }

  function toWaiting(key: string): void {
    change(key, { state: 'waiting', error: null });
  }

  function enqueue(versionId: number, file: File): void {
    const key = uploadKey(versionId, file);
    const known = find(key);
    // The same file dropped twice is one upload; one that is done may be sent once more.
    if (known && ['waiting', 'sending', 'retrying', 'paused'].includes(known.state)) return;
    files.set(key, file);
    if (!releases.has(key)) releases.set(key, hold(key));
    if (known && known.state !== 'done') return toWaiting(key);
    const record = records.find(key);
    const { name, size: sizeBytes } = file;
    const upload: Upload = {
      key,
      name,
      sizeBytes,
      versionId,
      state: 'waiting',
      sentBytes: record?.sent ?? 0,
      error: null,
    };
    uploads = [...uploads.filter((each) => each.key !== key), upload];
  }

  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => snapshot,

    add(versionId: number, chosen: readonly File[]): void {
      for (const file of chosen) enqueue(versionId, file);
      fillSlots();
    },

    /** Uploads of an earlier visit, shown until their files are chosen again. */
    addInterrupted(unfinished: readonly UploadRecord[]): void {
      const added = unfinished
        .filter(({ key }) => !find(key))
        .map(({ key, name, size, version, sent }): Upload => ({
          key,
          name,
          sizeBytes: size,
          versionId: version,
          state: 'interrupted',
          sentBytes: sent,
          error: null,
        }));
      if (added.length === 0) return;
      uploads = [...uploads, ...added];
      publish();
    },

    /** Goes on with interrupted uploads whose files are among `chosen`; returns the files that belong to none. */
    chooseAgain(chosen: readonly File[]): File[] {
      const strangers = chosen.filter((file) => {
        const upload = uploads.find(
          ({ state, versionId, key }) => state === 'interrupted' && key === uploadKey(versionId, file),
        );
        if (upload) enqueue(upload.versionId, file);
        return !upload;
      });
      fillSlots();
      return strangers;
    },

    pause(keys: readonly string[]): void {
      for (const key of keys) {
        if (!['waiting', 'sending', 'retrying'].includes(find(key)?.state ?? '')) continue;
        stop(key);
        change(key, { state: 'paused', error: null });
      }
      fillSlots();
    },

    /** Paused and failed uploads go on. */
    resume(keys: readonly string[]): void {
      for (const key of keys) if (['paused', 'failed'].includes(find(key)?.state ?? '')) toWaiting(key);
      fillSlots();
    },

    /** Stops, gives the space back and forgets. */
    cancel(keys: readonly string[]): void {
      for (const key of keys) {
        if (find(key)?.state === 'done') continue;
        letGo(key);
        const url = records.find(key)?.url;
        if (url !== undefined) discard(url);
        records.remove(key);
        uploads = uploads.filter((upload) => upload.key !== key);
      }
      fillSlots();
    },

    /** Takes finished uploads off the list. */
    clearDone: (): void => {
      uploads = uploads.filter(({ state }) => state !== 'done');
      publish();
    },

    /** The connection is lost: a request that is under way would only notice minutes later. */
    connectionLost: (): void => {
      for (const { key, state } of uploads) {
        if (state !== 'sending') continue;
        transfers.get(key)?.stop();
        fail(key, new NetworkError());
      }
    },

    /** The connection is back: nobody waits out a pause. */
    retryAtOnce: (): void => {
      for (const { key, state } of uploads) if (state === 'retrying') retryNow(key);
    },
  };
}
