import { crc32 } from 'node:zlib';
import { MissingObjectError } from '@vitrin/engine/storage/storage.ts';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import type { Context } from '../../../context.ts';

/** Keys have 64 characters, so this many sums take about 10 MB. */
const MOST_KEPT = 50_000;

const sumsOf = new WeakMap<Context, Map<string, number>>();

/** Returns the CRC-32 of an object, read once since objects never change; undefined when the object is missing. */
export async function sumOf(
  context: Context,
  { key, size }: { key: string; size: number },
): Promise<number | undefined> {
  const kept = sumsOf.get(context) ?? new Map<string, number>();
  sumsOf.set(context, kept);
  const cached = kept.get(key);
  if (cached !== undefined) {
    kept.delete(key);
    kept.set(key, cached);
    return cached;
  }
  let sum = 0;
  if (size > 0) {
    try {
      const body = await context.storage.read(key, { start: 0, end: size - 1 });
      for await (const chunk of bytesOf(body)) sum = crc32(chunk, sum);
    } catch (error) {
      if (error instanceof MissingObjectError) return undefined;
      throw error;
    }
  }
  const [oldest] = kept.size >= MOST_KEPT ? kept.keys() : [];
  if (oldest !== undefined) kept.delete(oldest);
  kept.set(key, sum);
  return sum;
}
