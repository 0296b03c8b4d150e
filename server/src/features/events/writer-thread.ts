import { Worker } from 'node:worker_threads';
import type { Context } from '../../context.ts';
import type { LentFile } from '@vitrin/engine/sqlite/sqlite-dialect.ts';
import type { ThreadAnswer, ThreadRequest } from './batch-thread.ts';
import type { NewEvent } from './queries.ts';

export type WriterThread = {
  /** Returns false while the thread starts, and once it has ended. */
  isReady: () => boolean;
  /** Writes a batch when it is its turn. Rejects when it was not written, or when that is not known. */
  write: (context: Pick<Context, 'now'>, events: NewEvent[]) => Promise<void>;
  /** Resolves when the connection to the file is closed; call it while no batch is written. */
  end: () => Promise<void>;
};

/** Starts a thread that writes batches of events into a SQLite file by a connection of its own. */
export function startWriterThread({ path, lend }: LentFile, log: Context['log']): WriterThread {
  const worker = new Worker(new URL('./batch-thread.ts', import.meta.url), {
    name: 'events',
    workerData: path,
  });
  let isReady = false;
  let waiting: PromiseWithResolvers<string[]> | undefined;
  const { promise: ended, resolve: noteEnd } = Promise.withResolvers<void>();
  worker.on('message', (answer: ThreadAnswer) => {
    if (answer === 'ready') isReady = true;
    else if (answer.error === undefined) waiting?.resolve(answer.changes);
    else waiting?.reject(answer.error);
  });
  worker.on('error', (error) => log.error({ err: error }, 'The thread that writes events failed'));
  worker.on('exit', () => {
    isReady = false;
    waiting?.reject(new Error('The thread that writes events ended'));
    noteEnd();
  });
  worker.unref();

  const ask = async (request: ThreadRequest) => {
    if (!isReady) throw new Error('The thread that writes events has ended');
    waiting = Promise.withResolvers();
    worker.ref();
    try {
      worker.postMessage(request);
      return await waiting.promise;
    } finally {
      waiting = undefined;
      worker.unref();
    }
  };
  return {
    isReady: () => isReady,
    write: ({ now }, events) => lend(() => ask({ now: now(), events })),
    end() {
      worker.ref();
      worker.postMessage({ now: new Date(), events: [] } satisfies ThreadRequest);
      return ended;
    },
  };
}
