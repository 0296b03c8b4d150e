import type { Readable } from 'node:stream';

/** What is still read of a body that was refused half-way, before the connection is cut. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/**
 * The chunks of a body. Leaving the loop keeps the connection, because the refusal must still reach a client that is
 * sending; what comes meanwhile is read and dropped.
 */
export async function* chunksOf(body: Readable): AsyncGenerator<Buffer, void> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } finally {
    drain(body);
  }
}

/** Reads the rest of a body and drops it, up to a bound beyond which the connection is cut. */
export function drain(body: Readable): void {
  if (body.readableEnded || body.destroyed) return;
  let left = MAX_DRAINED_BYTES;
  // A connection that breaks now is nobody's concern any more.
  body.on('error', () => {});
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) body.destroy();
  });
  body.resume();
}
