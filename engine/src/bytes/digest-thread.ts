import { parentPort } from 'node:worker_threads';
import { createDigests, type Digests } from './digests.ts';

/** Message to the digest thread: adds `bytes` to a digest, ends it with `end`, or drops it without either. */
export type DigestRequest = { id: number; bytes?: Uint8Array; end?: true };
export type DigestAnswer = Digests | null;

const running = new Map<number, ReturnType<typeof createDigests>>();

parentPort?.on('message', ({ id, bytes, end }: DigestRequest) => {
  if (bytes) {
    let digests = running.get(id);
    if (!digests) running.set(id, (digests = createDigests()));
    digests.update(bytes);
    answer(null);
    return;
  }
  if (end) answer((running.get(id) ?? createDigests()).end());
  running.delete(id);
});

function answer(message: DigestAnswer): void {
  parentPort?.postMessage(message);
}
