/** Bytes from a request or the store. A chunk is valid until the next one is requested; copy it to keep it. */
export type ByteSource = AsyncIterable<Uint8Array>;

export async function* copiesOf(source: ByteSource): AsyncGenerator<Buffer, void> {
  for await (const chunk of source) yield Buffer.from(chunk);
}

/** Collects a source into one buffer; only for sources with a small upper bound. */
export async function bufferOf(source: Buffer | ByteSource): Promise<Buffer> {
  return Buffer.isBuffer(source) ? source : Buffer.concat(await Array.fromAsync(copiesOf(source)));
}

export async function* bytesOf(body: Buffer | ByteSource): AsyncGenerator<Uint8Array, void> {
  if (Buffer.isBuffer(body)) yield body;
  else yield* body;
}
