import { askThread } from '../sheets/ask-thread.ts';
import type { OfficeFormat } from './office-format.ts';
import type { OfficeQuestion } from './office-worker.ts';
import type { OfficeContent } from './office-content.ts';

/** Reads an office document in a thread. Rejects where the document does not come, is broken or takes too long. */
export async function askWorker(
  url: string,
  format: OfficeFormat,
  signal: AbortSignal,
): Promise<OfficeContent> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`The document came with ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const worker = new Worker(new URL('./office-worker.ts', import.meta.url), { type: 'module' });
  const question = { format, bytes } satisfies OfficeQuestion;
  return askThread<OfficeContent>(worker, question, signal, [bytes.buffer]);
}
