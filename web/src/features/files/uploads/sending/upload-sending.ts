import type { StartTransfer, Transfer } from './transfer.ts';
import { ChangedFileError } from '../upload-failure.ts';
import type { Upload, createUploadList } from '../upload-list.ts';
import { type UploadRecords, sectionInKey } from '../upload-records.ts';
import type { createUploadRetries } from '../upload-retries.ts';

/** Enough to fill a connection, few enough that the rest of the page still gets its answers. */
const MAX_AT_ONCE = 3;

export type Dependencies = {
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

/** State of the queue. The maps are keyed by the upload's key. */
export type Queue = Dependencies & {
  files: Map<string, File>;
  transfers: Map<string, Transfer>;
  releases: Map<string, () => void>;
  list: ReturnType<typeof createUploadList>;
  retries: ReturnType<typeof createUploadRetries>;
};

/** States of an upload that sends, or will without a person's doing. */
const UNDER_WAY: readonly Upload['state'][] = ['waiting', 'sending', 'retrying'];

export function isUnderWay(state: Upload['state'] | undefined): boolean {
  return state !== undefined && UNDER_WAY.includes(state);
}

/** Begins waiting uploads while there are free slots, and publishes the list. */
export function fillSlots(queue: Queue): void {
  const { list } = queue;
  for (;;) {
    const busy = list.all().filter(({ state }) => state === 'sending' || state === 'retrying').length;
    const next = list.all().find(({ state }) => state === 'waiting');
    if (busy >= MAX_AT_ONCE || !next) break;
    begin(queue, next);
  }
  list.publish();
}

function begin(queue: Queue, { key, versionId, error }: Upload): void {
  const { files, list, records, startTransfer, transfers } = queue;
  const file = files.get(key);
  if (!file) throw new Error('an upload without its file cannot begin');
  // The new try of a changed file goes on saying why.
  list.change(key, { state: 'sending', error: error instanceof ChangedFileError ? error : null });
  const unlessStopped = (act: () => void) => {
    if (transfers.get(key) === transfer) act();
  };
  const countSent = countProgress(queue, key);
  const transfer = startTransfer(
    { file, versionId, section: sectionInKey(key), url: records.find(key)?.url ?? null },
    {
      onUrl: (url) => keepUrl(queue, key, url),
      onProgress: (sent) => unlessStopped(() => countSent(sent)),
    },
  );
  transfers.set(key, transfer);
  transfer.finished.then(
    () => unlessStopped(() => finish(queue, key)),
    (error: unknown) => unlessStopped(() => fail(queue, key, error)),
  );
}

/** Takes the bytes that one transfer has sent so far, for the speed and the upload's progress. */
function countProgress(queue: Queue, key: string): (sent: number) => void {
  let sentBefore: number | null = null;
  return (sent) => {
    // The first number is where the server already was, which is no speed.
    if (sentBefore === null) queue.retries.begins(key, sent);
    else if (sent > sentBefore) queue.list.countSent(sent - sentBefore);
    sentBefore = sent;
    progressed(queue, key, sent);
  };
}

function progressed({ list, records }: Queue, key: string, sentBytes: number): void {
  list.change(key, { sentBytes });
  list.publishSoon(() => {
    for (const { key, state, sentBytes } of list.all())
      if (state === 'sending') records.touch(key, sentBytes);
  });
}

function keepUrl({ list, records, transfers, discard }: Queue, key: string, url: string): void {
  const upload = list.find(key);
  const savedUrl = records.find(key)?.url;
  if (url === savedUrl) return;
  // The address may come after the upload was cancelled or started again.
  if (!upload || upload.state === 'done' || (savedUrl !== undefined && !transfers.has(key)))
    return discard(url);
  records.save({ key, version: upload.versionId, size: upload.sizeBytes, url, sent: 0 });
}

function finish(queue: Queue, key: string): void {
  const { list, records, onFinished } = queue;
  release(queue, key);
  records.remove(key);
  const upload = list.find(key);
  if (!upload) return;
  list.change(key, { state: 'done', sentBytes: upload.sizeBytes, error: null });
  fillSlots(queue);
  onFinished(upload);
}

/** Ends a transfer that failed with `error`: the upload retries, fails, or pauses with all others. */
export function fail(queue: Queue, key: string, error: unknown): void {
  const { list, records, retries, transfers } = queue;
  transfers.delete(key);
  const verdict = retries.judge(key, error, records.find(key) !== undefined);
  if (verdict.next === 'signed-out') return waitForSession(queue, key);
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
    retries.wait(key, verdict.pauseMs, () => retryNow(queue, key));
  }
  fillSlots(queue);
}

/** Pauses all uploads under way. The files are kept, to go on after the next login. */
function waitForSession(queue: Queue, refused: string): void {
  const { list, onSignedOut } = queue;
  const held = list.all().filter(({ key, state }) => key === refused || isUnderWay(state));
  for (const { key } of held) pauseOne(queue, key);
  list.publish();
  onSignedOut(() =>
    resume(
      queue,
      held.map(({ key }) => key),
    ),
  );
}

export function pauseOne(queue: Queue, key: string): void {
  stop(queue, key);
  queue.list.change(key, { state: 'paused', error: null });
}

export function resume(queue: Queue, keys: readonly string[]): void {
  const { list } = queue;
  for (const key of keys)
    if (['paused', 'failed'].includes(list.stateOf(key) ?? ''))
      list.change(key, { state: 'waiting', error: null });
  fillSlots(queue);
}

export function retryNow(queue: Queue, key: string): void {
  const upload = queue.list.find(key);
  if (upload?.state !== 'retrying') return;
  queue.retries.endWait(key);
  begin(queue, upload);
  queue.list.publish();
}

function stop({ retries, transfers }: Queue, key: string): void {
  retries.stop(key);
  const transfer = transfers.get(key);
  transfers.delete(key);
  transfer?.stop();
}

/** Ends this tab's lock: nothing more will happen to the upload here. */
export function release(queue: Queue, key: string): void {
  const { files, releases, retries } = queue;
  stop(queue, key);
  retries.forget(key);
  files.delete(key);
  releases.get(key)?.();
  releases.delete(key);
}
