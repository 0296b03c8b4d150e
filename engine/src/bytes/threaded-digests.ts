import { Worker } from 'node:worker_threads';
import { isInBlock, releaseBlock, retainBlock } from './block-pool.ts';
import type { DigestAnswer, DigestRequest } from './digest-thread.ts';
import { createDigests, type Digests } from './digests.ts';

/** For fewer bytes than this, sending them to another thread costs more than the digests. */
const SMALL_BYTES = 64 * 1024;
/** Most blocks of one file that may wait for the thread before the file has to pause. */
const MAX_WAITING = 2;

export type PassingDigests = {
  /** Resolves once the next bytes may come. `bytes` may be reused at once: they are retained or copied. */
  update(bytes: Uint8Array): Promise<void>;
  end(): Promise<Digests>;
  leave(): void;
};

/**
 * Computes digests on another thread while the caller writes the bytes; `expected` is their number, if known. Blocks of
 * shared memory (block-pool.ts) are not copied. If the thread dies, all running digests reject.
 */
export function startDigests(expected = Infinity): PassingDigests {
  if (expected <= SMALL_BYTES) return digestsHere();
  thread ??= startThread();
  const { ask, post } = thread;
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
      // A failed upload may still have sent a block.
      if (isLeft) return;
      const reading = read(bytes);
      // The next update, or `end`, rejects with it; without a handler it would end the process.
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
      post({ id });
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
  const waiting: Waiting[] = [];
  let failure: unknown;

  worker.on('message', (answer: DigestAnswer) => {
    waiting.shift()?.resolve(answer);
    if (waiting.length === 0) worker.unref();
  });
  const onEnd = (reason: unknown) => {
    failure ??= reason;
    // The exit event follows, and by then another thread may have been started.
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
        // A message that cannot be sent throws, and no answer will come for it.
        worker.postMessage(request);
        if (waiting.length === 0) worker.ref();
        waiting.push({ resolve, reject });
      }),
    post: (request: DigestRequest) => worker.postMessage(request),
  };
  return started;
}
