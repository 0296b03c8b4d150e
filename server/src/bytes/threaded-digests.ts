import { Worker } from 'node:worker_threads';
import { isInBlock, releaseBlock, retainBlock } from './block-pool.ts';
import type { DigestAnswer, DigestRequest } from './digest-thread.ts';
import { createDigests, type Digests } from './digests.ts';

/** Below this the way to another thread costs more than the digests. */
const SMALL_BYTES = 64 * 1024;
/** How many blocks of one file may wait for the thread before the file has to. */
const MAX_WAITING = 2;

export type PassingDigests = {
  /** Resolves once more may come. The bytes may be used again at once: their block is retained, or they are copied. */
  update(bytes: Uint8Array): Promise<void>;
  /** Rejects if an update failed. */
  end(): Promise<Digests>;
  /** Instead of `end`, when the digests are not needed. */
  leave(): void;
};

/**
 * Digests of bytes that pass, taken on a thread of their own so that the bytes can be written meanwhile, and the next
 * ones too; `expected` is how many will come, as far as known. Blocks of shared memory (block-pool.ts) are read where
 * they are. The thread starts with the first file that needs it and stays. Should it die, everything under way rejects.
 */
export function startDigests(expected = Infinity): PassingDigests {
  if (expected <= SMALL_BYTES) return digestsHere();
  thread ??= startThread();
  const { ask, tell } = thread;
  lastId += 1;
  const id = lastId;
  let isLeft = false;
  const waiting: Promise<void>[] = [];
  const read = async (bytes: Uint8Array) => {
    if (!isInBlock(bytes)) {
      await ask({ id, bytes: new Uint8Array(bytes) });
      return;
    }
    retainBlock(bytes);
    try {
      await ask({ id, bytes });
    } finally {
      releaseBlock(bytes);
    }
  };
  return {
    async update(bytes) {
      // A failed upload may still have a block on its way.
      if (isLeft) return;
      const reading = read(bytes);
      // The next update, or the end, rejects instead.
      reading.catch(() => {});
      waiting.push(reading);
      if (waiting.length > MAX_WAITING) await waiting.shift();
    },
    async end() {
      const [digests] = await Promise.all([ask({ id, end: true }), ...waiting]);
      if (!digests) throw new Error('The thread of the digests answered out of order');
      return digests;
    },
    leave() {
      isLeft = true;
      tell({ id });
    },
  };
}

function digestsHere(): PassingDigests {
  const digests = createDigests();
  return {
    update: async (bytes) => digests.update(bytes),
    end: async () => digests.end(),
    leave: () => {},
  };
}

type Waiting = { resolve: (answer: DigestAnswer) => void; reject: (error: unknown) => void };

let thread: ReturnType<typeof startThread> | undefined;
let lastId = 0;

function startThread() {
  const worker = new Worker(new URL('./digest-thread.ts', import.meta.url), { name: 'digests' });
  // Answers come in the order of the questions.
  const waiting: Waiting[] = [];
  let failure: unknown;

  worker.on('message', (answer: DigestAnswer) => {
    waiting.shift()?.resolve(answer);
    if (waiting.length === 0) worker.unref();
  });
  const onEnd = (reason: unknown) => {
    failure ??= reason;
    // An error is followed by the end, and the next thread may be there by then.
    if (thread === started) thread = undefined;
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  worker.on('error', onEnd);
  worker.on('exit', (code) => onEnd(new Error(`The thread of the digests ended with code ${code}`)));
  worker.unref();

  const started = {
    ask: (request: DigestRequest) =>
      new Promise<DigestAnswer>((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        // What cannot be sent throws, and has no answer to wait for.
        worker.postMessage(request);
        if (waiting.length === 0) worker.ref();
        waiting.push({ resolve, reject });
      }),
    tell: (request: DigestRequest) => worker.postMessage(request),
  };
  return started;
}
