import type { Upload, UploadState, UploadsSnapshot } from '../upload-list.ts';

export type UploadSummary = {
  /** Uploads that go on by themselves, or have finished; not those that wait for the person. */
  total: number;
  done: number;
  /** Waiting, sending or retrying. */
  running: number;
  paused: number;
  failed: number;
  interrupted: number;
  /** Whole percent of all bytes; 100 only when everything is uploaded. */
  percent: number;
  /** Null while the speed is unknown. */
  secondsLeft: number | null;
  bytesPerSecond: number;
};

/** The numbers at the head of the tray. */
export function summarise({ uploads, bytesPerSecond }: UploadsSnapshot): UploadSummary {
  const count = (...states: UploadState[]) => uploads.filter(({ state }) => states.includes(state)).length;
  const counted = uploads.filter(({ state }) => state !== 'interrupted' && state !== 'failed');
  const totalBytes = sum(counted, ({ sizeBytes }) => sizeBytes);
  const sentBytes = sum(counted, ({ sentBytes }) => sentBytes);
  const runningBytes = sum(
    uploads.filter(({ state }) => isRunning(state)),
    ({ sizeBytes, sentBytes }) => sizeBytes - sentBytes,
  );
  const done = count('done');
  return {
    total: counted.length,
    done,
    running: uploads.filter(({ state }) => isRunning(state)).length,
    paused: count('paused'),
    failed: count('failed'),
    interrupted: count('interrupted'),
    percent: done === counted.length ? 100 : Math.min(99, percentOf(sentBytes, totalBytes)),
    secondsLeft: bytesPerSecond > 0 ? Math.ceil(runningBytes / bytesPerSecond) : null,
    bytesPerSecond,
  };
}

/** Whole percent of one upload; 100 only when it is done. */
export function uploadPercent({ state, sentBytes, sizeBytes }: Upload): number {
  return state === 'done' ? 100 : Math.min(99, percentOf(sentBytes, sizeBytes));
}

export function isRunning(state: UploadState): boolean {
  return state === 'waiting' || state === 'sending' || state === 'retrying';
}

const ORDER: Record<UploadState, number> = {
  failed: 0,
  interrupted: 1,
  sending: 2,
  retrying: 2,
  paused: 3,
  waiting: 4,
  done: 5,
};

/** Uploads that need the person first, finished ones last; otherwise in the order they were added. */
export function inTrayOrder(uploads: readonly Upload[]): Upload[] {
  return uploads.toSorted((a, b) => ORDER[a.state] - ORDER[b.state]);
}

function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((part / whole) * 100);
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
