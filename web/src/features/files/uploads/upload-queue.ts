import { NetworkError } from '../../../lib/api-error.ts';
import type { StartTransfer, Transfer } from './tus-transfer.ts';
import { ChangedFileError } from './upload-failure.ts';
import { createUploadList, type Upload } from './upload-list.ts';
import { type UploadRecord, type UploadRecords, uploadKey } from './upload-records.ts';
import { createUploadRetries } from './upload-retries.ts';

/** Enough to fill a connection, few enough that the rest of the page still gets its answers. */
const MAX_AT_ONCE = 3;

type Dependencies = {
  startTransfer: StartTransfer;
  records: UploadRecords;
  /** Deletes an unfinished upload on the server, which frees its space. */
  discard: (url: string) => void;
  onFinished: (upload: Upload) => void;
  /** The session has ended and all uploads are paused; `goOn` resumes them once there is a session. */
  onSignedOut: (goOn: () => void) => void;
  /** Marks the upload as this tab's; the returned function ends that. */
  lock: (key: string) => () => void;
};

/** The uploads of the tab. Lives outside of the screens, so that navigation does not interrupt them. */
export function createUploadQueue(dependencies: Dependencies) {
  const { startTransfer, records, discard, onFinished, onSignedOut, lock } = dependencies;
  const files = new Map<string, File>();
  const transfers = new Map<string, Transfer>();
  const releases = new Map<string, () => void>();
  const list = createUploadList();
  const retries = createUploadRetries();

  function fillSlots(): void {
    for (;;) {
      const busy = list.all().filter(({ state }) => state === 'sending' || state === 'retrying').length;
      const next = list.all().find(({ state }) => state === 'waiting');
      if (busy >= MAX_AT_ONCE || !next) break;
      begin(next);
    }
    list.publish();
  }

  function begin({ key, versionId, error }: Upload): void {
    const file = files.get(key);
    if (!file) throw new Error('an upload without its file cannot begin');
    let sentBefore: number | null = null;
    // The new try of a changed file goes on saying why.
    list.change(key, { state: 'sending', error: error instanceof ChangedFileError ? error : null });
    const transfer = startTransfer(
      { file, versionId, url: records.find(key)?.url ?? null },
      {
        onUrl: (url) => keepUrl(key, url),
        onProgress: (sent) => {
          if (transfers.get(key) !== transfer) return;
          // The first number is where the server already was, which is no speed.
          if (sentBefore === null) retries.begins(key, sent);
          else if (sent > sentBefore) list.countSent(sent - sentBefore);
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
    const upload = list.find(key);
    const known = records.find(key)?.url;
    if (url === known) return;
    // The address may come after the upload was cancelled or started again.
    if (!upload || upload.state === 'done' || (known !== undefined && !transfers.has(key))) discard(url);
    else
      records.save({
        key,
        version: upload.versionId,
        size: upload.sizeBytes,
        url,
        sent: 0,
      });
  }

  function progressed(key: string, sentBytes: number): void {
    list.change(key, { sentBytes });
    list.publishSoon(() => {
      for (const { key, state, sentBytes } of list.all())
        if (state === 'sending') records.touch(key, sentBytes);
    });
  }

  function finish(key: string): void {
    release(key);
    records.remove(key);
    const upload = list.find(key);
    if (!upload) return;
    list.change(key, { state: 'done', sentBytes: upload.sizeBytes, error: null });
    fillSlots();
    onFinished(upload);
  }

  function fail(key: string, error: unknown): void {
    transfers.delete(key);
    const verdict = retries.judge(key, error, records.find(key) !== undefined);
    if (verdict.next === 'signed-out') {
      const held = pauseAll(key);
      list.publish();
      onSignedOut(() => resume(held));
      return;
    }
    if (verdict.isAnew) {
      records.remove(key);
      list.change(key, { sentBytes: 0 });
    }
    if (verdict.next === 'failed') {
      console.error('upload failed', error);
      retries.stop(key);
      list.change(key, { state: 'failed', error });
    } else {
      list.change(key, { state: 'retrying', error });
      retries.wait(key, verdict.pauseMs, () => retryNow(key));
    }
    fillSlots();
  }

  /** Pauses all uploads under way and returns their keys. The files are kept, to go on after the next login. */
  function pauseAll(refused: string): string[] {
    const keys = list
      .all()
      .filter(({ key, state }) => key === refused || ['waiting', 'sending', 'retrying'].includes(state))
      .map(({ key }) => key);
    for (const key of keys) {
      stop(key);
      list.change(key, { state: 'paused', error: null });
    }
    return keys;
  }

  /** Resumes paused and failed uploads. */
  function resume(keys: readonly string[]): void {
    for (const key of keys) if (['paused', 'failed'].includes(list.stateOf(key) ?? '')) toWaiting(key);
    fillSlots();
  }

  function retryNow(key: string): void {
    const upload = list.find(key);
    if (upload?.state !== 'retrying') return;
    retries.endWait(key);
    begin(upload);
    list.publish();
  }

  function stop(key: string): void {
    retries.stop(key);
    const transfer = transfers.get(key);
    transfers.delete(key);
    transfer?.stop();
  }

  /** Ends this tab's lock: nothing more will happen to the upload here. */
  function release(key: string): void {
    stop(key);
    retries.forget(key);
    files.delete(key);
    releases.get(key)?.();
    releases.delete(key);
  }

  function toWaiting(key: string): void {
    list.change(key, { state: 'waiting', error: null });
  }

  function enqueue(versionId: number, file: File): void {
    const key = uploadKey(versionId, file);
    const known = list.find(key);
    // A file that is dropped twice is one upload; a finished one may be uploaded again.
    if (known && ['waiting', 'sending', 'retrying', 'paused'].includes(known.state)) return;
    files.set(key, file);
    if (!releases.has(key)) releases.set(key, lock(key));
    const { name, size: sizeBytes } = file;
    if (known && known.state !== 'done') return list.change(key, { name, state: 'waiting', error: null });
    const record = records.find(key);
    const sentBytes = record?.sent ?? 0;
    list.append({ key, name, sizeBytes, versionId, state: 'waiting', sentBytes, error: null });
  }

  return {
    subscribe: list.subscribe,
    snapshot: list.snapshot,

    add(versionId: number, chosen: readonly File[]): void {
      for (const file of chosen) enqueue(versionId, file);
      fillSlots();
    },

    /** Shows uploads of an earlier visit until their files are chosen again. */
    addInterrupted(unfinished: readonly (UploadRecord & { name: string })[]): void {
      const unseen = unfinished.filter(({ key }) => !list.find(key));
      for (const { key, name, size, version, sent } of unseen)
        list.append({
          key,
          name,
          sizeBytes: size,
          versionId: version,
          state: 'interrupted',
          sentBytes: sent,
          error: null,
        });
      if (unseen.length > 0) list.publish();
    },

    /** Resumes interrupted uploads whose files are among `chosen`; returns the other files. */
    chooseAgain(chosen: readonly File[]): File[] {
      const strangers = chosen.filter((file) => {
        const upload = list
          .all()
          .find(({ state, versionId, key }) => state === 'interrupted' && key === uploadKey(versionId, file));
        if (upload) enqueue(upload.versionId, file);
        return !upload;
      });
      fillSlots();
      return strangers;
    },

    pause(keys: readonly string[]): void {
      for (const key of keys) {
        if (!['waiting', 'sending', 'retrying'].includes(list.stateOf(key) ?? '')) continue;
        stop(key);
        list.change(key, { state: 'paused', error: null });
      }
      fillSlots();
    },

    resume,

    /** Stops uploads, frees their space and forgets them. */
    cancel(keys: readonly string[]): void {
      for (const key of keys) {
        if (list.stateOf(key) === 'done') continue;
        release(key);
        const url = records.find(key)?.url;
        if (url !== undefined) discard(url);
        records.remove(key);
        list.removeIf((upload) => upload.key === key);
      }
      fillSlots();
    },

    /** Removes finished uploads from the list. */
    clearDone: (): void => {
      list.removeIf(({ state }) => state === 'done');
      list.publish();
    },

    /** Interrupts requests under way, which would notice a lost connection only minutes later. */
    connectionLost: (): void => {
      for (const { key, state } of list.all()) {
        if (state !== 'sending') continue;
        transfers.get(key)?.stop();
        fail(key, new NetworkError());
      }
    },

    /** The connection is back, so no upload waits for its pause to end. */
    retryAtOnce: (): void => {
      for (const { key, state } of list.all()) if (state === 'retrying') retryNow(key);
    },
  };
}
