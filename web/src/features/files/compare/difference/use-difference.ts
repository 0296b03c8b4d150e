import { useQuery } from '@tanstack/react-query';
import type { Loaded } from '../pictures/loaded.ts';
import type { Answer, Question } from './difference-worker.ts';

type Difference = Exclude<Answer, { error: string }>;

/** Finds the difference between two pictures in a thread, so that the page goes on answering; starts on request. */
export function useDifference({ sources, blobs }: Loaded, isWanted: boolean) {
  return useQuery({
    queryKey: ['difference', ...sources],
    queryFn: ({ signal }) => find(blobs ?? sources, signal),
    enabled: isWanted,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Ends its thread with the answer, or when it is no longer awaited. */
async function find(question: Question, signal: AbortSignal): Promise<Difference> {
  const worker = new Worker(new URL('./difference-worker.ts', import.meta.url), { type: 'module' });
  const answered = Promise.withResolvers<Difference>();
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if ('error' in data) answered.reject(new Error(data.error));
    else answered.resolve(data);
  });
  worker.addEventListener('error', ({ message }) => answered.reject(new Error(message)));
  signal.addEventListener('abort', () => answered.reject(signal.reason as Error));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  worker.postMessage(question);
  try {
    return await answered.promise;
  } finally {
    worker.terminate();
  }
}
