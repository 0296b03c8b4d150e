import { Worker } from 'node:worker_threads';
import { createPlaces } from '../../../places/fair-places.ts';
import type { PdfRequest } from './receipt-pdf-thread.ts';

/** One at a time, each in a thread of its own that ends with it. */
const places = createPlaces({ count: 1, each: 1, maxWaiting: 20, maxWaitingEach: 2 });

const MOST_MILLISECONDS = 20_000;
const LIMITS = { maxOldGenerationSizeMb: 256 };

/** Makes a PDF beside the event loop. Throws RateLimitedError where too many wait. */
export async function makePdf(tenant: string, request: PdfRequest): Promise<Buffer> {
  const release = await places.acquire({ tenant });
  try {
    return Buffer.from(await runThread(request));
  } finally {
    release();
  }
}

function runThread(request: PdfRequest): Promise<Uint8Array> {
  const worker = new Worker(new URL('./receipt-pdf-thread.ts', import.meta.url), {
    name: 'receipt',
    workerData: request,
    resourceLimits: LIMITS,
  });
  return new Promise<Uint8Array>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('A receipt took too long')), MOST_MILLISECONDS);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('The thread of a receipt ended without one'));
    });
  }).finally(() => void worker.terminate());
}
