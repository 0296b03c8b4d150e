/** A file that takes longer was made to. */
const MAX_MS = 30_000;

/** Asks a thread once and ends it; rejects with its `error`, if it breaks, or if it takes too long. */
export async function askThread<Answer extends object>(
  worker: Worker,
  question: object,
  signal: AbortSignal,
  transfer: Transferable[] = [],
): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<Answer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Answer | { error: string }>) => {
        if ('error' in data) reject(new Error(data.error));
        else resolve(data);
      });
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      timer = setTimeout(() => reject(new Error('The file takes too long to be read')), MAX_MS);
      worker.postMessage(question, transfer);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
