import type { Readable } from 'node:stream';

/** Most bytes of a refused body that are still read before the connection is cut. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/**
 * The chunks of a body. Leaving the loop keeps the connection, because the refusal must still reach a client that is
 * sending; further bytes are read and dropped.
 */
export async function* chunksOf(body: Readable): AsyncGenerator<Buffer, void> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } finally {
    drain(body);
  }
}

/** Reads the rest of a body and drops it; cuts the connection beyond MAX_DRAINED_BYTES. */
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
