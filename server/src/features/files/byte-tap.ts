import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { SNIFFED_BYTES } from './media-type.ts';

/** What is learned of a file while its bytes pass. */
export type ByteTap = {
  size: number;
  crc32: number;
  see: (chunk: Uint8Array) => void;
  /** Hex. Ends the tap. */
  sha256: () => string;
  beginning: () => Buffer;
};

export function createByteTap(): ByteTap {
  const hash = createHash('sha256');
  const heads: Uint8Array[] = [];
  let headLength = 0;
  const tap: ByteTap = {
    size: 0,
    crc32: 0,
    see(chunk) {
      hash.update(chunk);
      tap.crc32 = crc32(chunk, tap.crc32);
      tap.size += chunk.length;
      if (headLength >= SNIFFED_BYTES) return;
      const head = Uint8Array.from(chunk.subarray(0, SNIFFED_BYTES - headLength));
      heads.push(head);
      headLength += head.length;
    },
    sha256: () => hash.digest('hex'),
    beginning: () => Buffer.concat(heads),
  };
  return tap;
}

/** Taps of uploads that arrive in pieces, as long as nothing was missed; a job reads the file again otherwise. */
const taps = new Map<string, ByteTap>();
const MAX_REMEMBERED = 200;

/**
 * The tap that saw exactly the first `size` bytes of an upload. It is forgotten with that: what goes wrong from here on
 * may leave it with bytes that were never kept, or ended.
 */
export function takeTap(uploadId: string, size: number): ByteTap | undefined {
  const tap = taps.get(uploadId);
  taps.delete(uploadId);
  return tap?.size === size ? tap : undefined;
}

export function rememberTap(uploadId: string, tap: ByteTap): void {
  taps.delete(uploadId);
  taps.set(uploadId, tap);
  const [oldest] = taps.keys();
  if (taps.size > MAX_REMEMBERED && oldest !== undefined) taps.delete(oldest);
}

export function forgetTap(uploadId: string): void {
  taps.delete(uploadId);
}
