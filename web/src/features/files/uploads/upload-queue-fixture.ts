import { vi } from 'vitest';
import type { TransferEvents, TransferJob } from './sending/transfer.ts';
import type { Upload } from './upload-list.ts';
import { createUploadQueue } from './upload-queue.ts';
import { createUploadRecords } from './upload-records.ts';

type Running = {
  job: TransferJob;
  events: TransferEvents;
  isStopped: boolean;
  end: () => void;
  fail: (error: unknown) => void;
};

/** A queue with transfers that the test ends: `running` in the order they were started, `last` the newest. */
export function openQueue() {
  const running: Running[] = [];
  const discarded: string[] = [];
  const finished: string[] = [];
  const records = createUploadRecords(() => 7);
  const onSignedOut = vi.fn<(goOn: () => void) => void>();
  const queue = createUploadQueue({
    records,
    discard: (url) => discarded.push(url),
    onFinished: ({ name }: Upload) => finished.push(name),
    onSignedOut,
    lock: () => () => {},
    startTransfer(job, events) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const transfer: Running = { job, events, isStopped: false, end: resolve, fail: reject };
      running.push(transfer);
      return { finished: promise, stop: () => (transfer.isStopped = true) };
    },
  });
  const states = () => queue.snapshot().uploads.map(({ name, state }) => `${name} ${state}`);
  const last = () => {
    const transfer = running.at(-1);
    if (!transfer) throw new Error('nothing runs');
    return transfer;
  };
  return { queue, running, last, discarded, finished, records, onSignedOut, states };
}
