/**
 * Bytes on their way, from a request or from the store. A chunk is valid until the next one is asked for or the source
 * is left; then its memory is reused, so bytes that are needed for longer must be copied.
 */
export type ByteSource = AsyncIterable<Uint8Array>;

export async function* copiesOf(source: ByteSource): AsyncGenerator<Buffer, void> {
  for await (const chunk of source) yield Buffer.from(chunk);
}

/** Collects a source into one buffer; only for sources with a small upper bound. */
export async function bufferOf(source: Buffer | ByteSource): Promise<Buffer> {
  return Buffer.isBuffer(source) ? source : Buffer.concat(await Array.fromAsync(copiesOf(source)));
}

/** A body as a source, also where it is a single buffer. */
export async function* bytesOf(body: Buffer | ByteSource): AsyncGenerator<Uint8Array, void> {
  if (Buffer.isBuffer(body)) yield body;
  else yield* body;
}
