import { Worker } from 'node:worker_threads';
import type { CheckpointAnswer, CheckpointRequest } from './checkpoint-thread.ts';

/** After this many writes the log is looked at: a look costs a few microseconds. */
const WRITES_BETWEEN_LOOKS = 32;
/**
 * Pages in the log that are worth writing back, of 4 KiB each. SQLite itself does it at 1000; with more, a page that is
 * written again and again is written back less often.
 */
const PAGES = 4000;
/** After this long without a checkpoint the thread ends, and its memory is free. */
const IDLE_MILLISECONDS = 60_000;
/** After a failure the next checkpoint is tried no sooner. */
const RETRY_MILLISECONDS = 60_000;

type Options = {
  path: string;
  /** Number of pages in the log that are not yet in the database file. */
  pagesToWriteBack: () => number;
  /** Runs `work` while no other write of this process runs; reads continue. */
  whileNobodyWrites: (work: () => Promise<void>) => Promise<void>;
};

/**
 * Writes SQLite's write-ahead log back into the database file on a separate thread, which waits for the disk.
 * SQLite itself does this on the connection at the end of a transaction, which would block every request of
 * this thread.
 *
 * Each checkpoint has two parts. Most of the log is written back while writes continue. The pages they add
 * are written back while writes are paused; only then can the log restart from its beginning instead of
 * growing.
 */
export class Checkpoints {
  readonly #options: Options;
  #writes = 0;
  #running: Promise<void> | undefined;
  #thread: CheckpointThread | undefined;
  /** Resolves when the last thread that was asked to end has ended. */
  #ending: Promise<void> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isPaused = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Call it after each write. Starts a checkpoint if one is due. Never waits and never throws: a failed
   * checkpoint is not a failure of that write.
   */
  noteWrite(): void {
    this.#writes += 1;
    if (this.#writes < WRITES_BETWEEN_LOOKS || this.#running || this.#isPaused || this.#isClosed) return;
    this.#writes = 0;
    if (!this.#isDue()) return;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when the checkpoint under way is over and the thread has closed its connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
    await this.#endThread();
  }

  #isDue(): boolean {
    try {
      return this.#options.pagesToWriteBack() >= PAGES;
    } catch (error) {
      this.#noteFailure(error);
      return false;
    }
  }

  async #run(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = (this.#thread ??= startThread(this.#options.path));
    try {
      await thread.checkpoint();
      if (!this.#isClosed) await this.#options.whileNobodyWrites(() => thread.checkpoint());
      this.#idle = setTimeout(() => void this.#endThread(), IDLE_MILLISECONDS).unref();
    } catch (error) {
      await this.#endThread();
      this.#noteFailure(error);
    }
  }

  /** The connection writes back by itself what the thread does not. */
  #noteFailure(error: unknown): void {
    process.emitWarning(new Error('The log of the database could not be written back', { cause: error }));
    this.#isPaused = true;
    setTimeout(() => (this.#isPaused = false), RETRY_MILLISECONDS).unref();
  }

  async #endThread(): Promise<void> {
    clearTimeout(this.#idle);
    if (this.#thread) this.#ending = this.#thread.end();
    this.#thread = undefined;
    await this.#ending;
  }
}

type CheckpointThread = { checkpoint: () => Promise<void>; end: () => Promise<void> };

function startThread(path: string): CheckpointThread {
  const worker = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
    name: 'checkpoints',
    workerData: path,
  });
  const { promise: ended, resolve: noteEnd } = Promise.withResolvers<void>();
  let waiting: PromiseWithResolvers<void> | undefined;
  let failure: Error | undefined;
  worker.on('message', (answer: CheckpointAnswer) => {
    if (answer === 'done') waiting?.resolve();
    else waiting?.reject(answer.error);
  });
  worker.on('error', (error) => {
    failure = new Error('The thread of the checkpoints failed', { cause: error });
  });
  worker.on('exit', () => {
    failure ??= new Error('The thread of the checkpoints ended');
    waiting?.reject(failure);
    noteEnd();
  });
  worker.unref();
  const post = (request: CheckpointRequest) => worker.postMessage(request);
  return {
    async checkpoint() {
      if (failure) throw failure;
      waiting = Promise.withResolvers();
      worker.ref();
      post('checkpoint');
      await waiting.promise.finally(() => worker.unref());
    },
    end() {
      worker.ref();
      post('end');
      return ended;
    },
  };
}
