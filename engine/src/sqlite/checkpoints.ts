import { Worker } from 'node:worker_threads';
import type { CheckpointAnswer, CheckpointRequest } from './checkpoint-thread.ts';

/** Number of writes between two checks of the log, each of which takes a few microseconds. */
const WRITES_BETWEEN_LOOKS = 32;
/**
 * Pages of 4 KiB that start a checkpoint, more than SQLite's 1000: a page that changes often is then copied less often.
 */
const PAGES = 4000;
const IDLE_MILLISECONDS = 60_000;
const RETRY_MILLISECONDS = 60_000;

type Options = {
  path: string;
  pagesToWriteBack: () => number;
  /** Runs `work` while no other write of this process runs; reads continue. */
  whileNobodyWrites: (work: () => Promise<void>) => Promise<void>;
};

/**
 * Writes SQLite's write-ahead log back on another thread; SQLite itself would block every request of this one. Most of
 * the log is written back while writes continue, the pages added meanwhile while writes are paused: only then can the
 * log restart instead of growing.
 */
export class Checkpoints {
  readonly #options: Options;
  #writes = 0;
  #running: Promise<void> | undefined;
  #thread: CheckpointThread | undefined;
  #ending: Promise<void> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isPaused = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Call it after each write. Starts a checkpoint if one is due; never waits or throws, since the write succeeded. */
  noteWrite(): void {
    this.#writes += 1;
    if (this.#writes < WRITES_BETWEEN_LOOKS || this.#running || this.#isPaused || this.#isClosed) return;
    this.#writes = 0;
    if (!this.#isDue()) return;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when the running checkpoint is over and the thread has closed its connection. */
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

  /** The connection itself writes the log back if the thread does not. */
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
