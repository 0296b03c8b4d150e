import type { Readable } from 'node:stream';

/** Most bytes of a refused body that are still read before the connection is cut. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/** Yields the chunks of a body. Leaving the loop drops the rest, so that the client still gets its refusal. */
export async function* chunksOf(body: Readable): AsyncGenerator<Buffer, void> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } finally {
    drain(body);
  }
}

export function drain(body: Readable): void {
  if (body.readableEnded || body.destroyed) return;
  let left = MAX_DRAINED_BYTES;
  // Without a handler a connection that breaks now would end the process.
  body.on('error', () => {});
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) body.destroy();
  });
  body.resume();
}
