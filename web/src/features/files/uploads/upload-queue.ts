import { NetworkError } from '../../../lib/api-error.ts';
import { createUploadList } from './upload-list.ts';
import { type UploadRecord, sectionInKey, uploadKey } from './upload-records.ts';
import { createUploadRetries } from './upload-retries.ts';
import {
  type Dependencies,
  type Queue,
  fail,
  fillSlots,
  isUnderWay,
  pauseOne,
  release,
  resume,
  retryNow,
} from './sending/upload-sending.ts';

type Unfinished = UploadRecord & { name: string };

/** The uploads of the tab. Lives outside of the screens, so that navigation does not interrupt them. */
export function createUploadQueue(dependencies: Dependencies) {
  const queue: Queue = {
    ...dependencies,
    files: new Map(),
    transfers: new Map(),
    releases: new Map(),
    list: createUploadList(),
    retries: createUploadRetries(),
  };
  return {
    subscribe: queue.list.subscribe,
    snapshot: queue.list.snapshot,
    add: (versionId: number, chosen: readonly File[], section?: number) =>
      add(queue, versionId, chosen, section),
    /** Shows uploads of an earlier visit until their files are chosen again. */
    addInterrupted: (unfinished: readonly Unfinished[]) => addInterrupted(queue, unfinished),
    /** Resumes interrupted uploads of files among `chosen`; returns the other files. */
    chooseAgain: (chosen: readonly File[]) => chooseAgain(queue, chosen),
    pause: (keys: readonly string[]) => pause(queue, keys),
    /** Resumes paused and failed uploads. */
    resume: (keys: readonly string[]) => resume(queue, keys),
    /** Stops uploads, frees their space and forgets them. */
    cancel: (keys: readonly string[]) => cancel(queue, keys),
    /** Removes finished uploads from the list. */
    clearDone: () => clearDone(queue),
    /** Interrupts requests under way, which would notice a lost connection only minutes later. */
    connectionLost: () => connectionLost(queue),
    /** The connection is back, so no upload waits for its pause to end. */
    retryAtOnce: () => retryAtOnce(queue),
  };
}

function add(queue: Queue, versionId: number, chosen: readonly File[], section: number | undefined): void {
  for (const file of chosen) enqueue(queue, versionId, file, uploadKey(versionId, file, section));
  fillSlots(queue);
}

function enqueue(
  { files, list, lock, records, releases }: Queue,
  versionId: number,
  file: File,
  key: string,
): void {
  const queued = list.find(key);
  // A file that is dropped twice is one upload; a finished one may be uploaded again.
  if (isUnderWay(queued?.state) || queued?.state === 'paused') return;
  files.set(key, file);
  if (!releases.has(key)) releases.set(key, lock(key));
  const { name, size: sizeBytes } = file;
  if (queued && queued.state !== 'done') return list.change(key, { name, state: 'waiting', error: null });
  const sentBytes = records.find(key)?.sent ?? 0;
  list.append({ key, name, sizeBytes, versionId, state: 'waiting', sentBytes, error: null });
}

function addInterrupted({ list }: Queue, unfinished: readonly Unfinished[]): void {
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
}

function chooseAgain(queue: Queue, chosen: readonly File[]): File[] {
  const strangers = chosen.filter((file) => {
    const upload = interruptedUpload(queue, file);
    if (upload) enqueue(queue, upload.versionId, file, upload.key);
    return !upload;
  });
  fillSlots(queue);
  return strangers;
}

function interruptedUpload({ list }: Queue, file: File) {
  return list
    .all()
    .find(
      ({ state, versionId, key }) =>
        state === 'interrupted' && key === uploadKey(versionId, file, sectionInKey(key)),
    );
}

function pause(queue: Queue, keys: readonly string[]): void {
  for (const key of keys) if (isUnderWay(queue.list.stateOf(key))) pauseOne(queue, key);
  fillSlots(queue);
}

function cancel(queue: Queue, keys: readonly string[]): void {
  const { list, records, discard } = queue;
  for (const key of keys) {
    if (list.stateOf(key) === 'done') continue;
    release(queue, key);
    const url = records.find(key)?.url;
    if (url !== undefined) discard(url);
    records.remove(key);
    list.removeIf((upload) => upload.key === key);
  }
  fillSlots(queue);
}

function clearDone({ list }: Queue): void {
  list.removeIf(({ state }) => state === 'done');
  list.publish();
}

function connectionLost(queue: Queue): void {
  const { list, transfers } = queue;
  for (const { key, state } of list.all()) {
    if (state !== 'sending') continue;
    transfers.get(key)?.stop();
    fail(queue, key, new NetworkError());
  }
}

function retryAtOnce(queue: Queue): void {
  for (const { key, state } of queue.list.all()) if (state === 'retrying') retryNow(queue, key);
}
