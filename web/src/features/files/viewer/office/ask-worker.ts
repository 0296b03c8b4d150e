import type { OfficeFormat } from './office-format.ts';
import type { OfficeAnswer, OfficeQuestion } from './office-worker.ts';
import type { OfficeContent } from './read-office.ts';

/** A document that takes longer was made to. */
const MAX_MS = 30_000;

/**
 * Reads an office document in a thread, which ends with the answer or once `signal` is aborted. Rejects where the document
 * does not come, is broken or takes too long.
 */
export async function askWorker(
  url: string,
  format: OfficeFormat,
  signal: AbortSignal,
): Promise<OfficeContent> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`The document came with ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const worker = new Worker(new URL('./office-worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<OfficeContent>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<OfficeAnswer>) => {
        if ('error' in data) reject(new Error(data.error));
        else resolve(data);
      });
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      timer = setTimeout(() => reject(new Error('The document takes too long to be read')), MAX_MS);
      worker.postMessage({ format, bytes } satisfies OfficeQuestion, [bytes.buffer]);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
