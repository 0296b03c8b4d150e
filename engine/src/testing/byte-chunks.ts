/** Makes a chunk unusable once the next one is asked for, as with the bytes of a request. */
export async function* chunksOf(bytes: Buffer, size = 100_000) {
  for (let start = 0; start < bytes.length; start += size) {
    const chunk = Buffer.from(bytes.subarray(start, start + size));
    yield chunk;
    chunk.fill(0);
  }
}

export async function* failingAfter(bytes: Buffer) {
  yield* chunksOf(bytes);
  throw new Error('the connection broke');
}
