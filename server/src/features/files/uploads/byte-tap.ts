import type { Digests } from '../../../bytes/digests.ts';
import { startDigests } from '../../../bytes/threaded-digests.ts';
import { SNIFFED_BYTES } from '../content/media-type.ts';

/** What is learned of a file while its bytes pass. */
export type ByteTap = {
  size: number;
  /** Resolves once more may come; what the chunk stood in may be used again at once (threaded-digests.ts). */
  see: (chunk: Uint8Array) => Promise<void>;
  beginning: () => Buffer;
  /** Ends the tap. */
  digests: () => Promise<Digests>;
  /** Ends it as well, when nobody wants to know any more. */
  leave: () => void;
};

/** `expected` is how many bytes will come, as far as known. */
export function createByteTap(expected?: number): ByteTap {
  const digests = startDigests(expected);
  const heads: Uint8Array[] = [];
  let headLength = 0;
  const tap: ByteTap = {
    size: 0,
    see(chunk) {
      const seen = digests.update(chunk);
      // Without a handler a rejection ends the process, and nothing awaits this one when writing the chunk fails first.
      seen.catch(() => {});
      tap.size += chunk.length;
      if (headLength < SNIFFED_BYTES) {
        const head = new Uint8Array(chunk.subarray(0, SNIFFED_BYTES - headLength));
        heads.push(head);
        headLength += head.length;
      }
      return seen;
    },
    beginning: () => Buffer.concat(heads),
    digests: () => digests.end(),
    leave: () => digests.leave(),
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
  if (tap?.size === size) return tap;
  tap?.leave();
  return undefined;
}

export function rememberTap(uploadId: string, tap: ByteTap): void {
  forgetTap(uploadId);
  taps.set(uploadId, tap);
  const [oldest] = taps.keys();
  if (taps.size > MAX_REMEMBERED && oldest !== undefined) forgetTap(oldest);
}

export function forgetTap(uploadId: string): void {
  taps.get(uploadId)?.leave();
  taps.delete(uploadId);
}
