import { bufferOf } from '@vitrin/engine/bytes/byte-source.ts';
import type { Context } from '../../../context.ts';
import { SNIFFED_BYTES, sniffMediaType } from '@vitrin/engine/media-types/media-type.ts';
import { typeByStreams } from '@vitrin/engine/media-types/streams/streams.ts';

type StoredObject = { key: string; size: number };

/**
 * The media type of a stored object by its bytes (specification 6.7). `beginning` are its first bytes, up to
 * SNIFFED_BYTES, and is read where it is missing. Throws what the store throws.
 */
export async function sniffStoredType(
  { storage }: Pick<Context, 'storage'>,
  { key, size }: StoredObject,
  beginning?: Buffer,
): Promise<string> {
  const read = async (start: number, length: number) =>
    bufferOf(await storage.read(key, { start, end: start + length - 1 }));
  const first = beginning ?? (await read(0, Math.min(size, SNIFFED_BYTES)));
  return typeByStreams(await sniffMediaType(first), { beginning: first, size, read });
}
