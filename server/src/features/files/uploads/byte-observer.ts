import type { Digests } from '@vitrin/engine/bytes/digests.ts';
import { startDigests } from '@vitrin/engine/bytes/threaded-digests.ts';
import { SNIFFED_BYTES } from '@vitrin/engine/media-types/media-type.ts';

/** Takes size, beginning and digests from the bytes as they pass, so that nothing reads the file again. */
export type ByteObserver = {
  size: number;
  /** Resolves when the next chunk may come and the memory of this one may be reused. */
  observe: (chunk: Uint8Array) => Promise<void>;
  beginning: () => Buffer;
  digests: () => Promise<Digests>;
  /** Ends the observation without digests, for an upload that failed or was dropped. */
  leave: () => void;
};

/** Creates an observer of `expected` bytes; undefined when the client did not say how many. */
export function createByteObserver(expected?: number): ByteObserver {
  const digests = startDigests(expected);
  const heads: Uint8Array[] = [];
  let headLength = 0;
  const observer: ByteObserver = {
    size: 0,
    observe(chunk) {
      const seen = digests.update(chunk);
      // Nothing awaits this promise when writing fails first, and an unhandled rejection would end the process.
      seen.catch(() => {});
      observer.size += chunk.length;
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
  return observer;
}

/** Observers of resumable uploads between two pieces; without one that saw all bytes, a job reads the file again. */
const observers = new Map<string, ByteObserver>();
const MAX_REMEMBERED = 200;

/** Removes and returns the observer of exactly `size` bytes, else undefined; after a failed piece it may know lost bytes. */
export function takeObserver(uploadId: string, size: number): ByteObserver | undefined {
  const observer = observers.get(uploadId);
  observers.delete(uploadId);
  if (observer?.size === size) return observer;
  observer?.leave();
  return undefined;
}

export function rememberObserver(uploadId: string, observer: ByteObserver): void {
  forgetObserver(uploadId);
  observers.set(uploadId, observer);
  const [oldest] = observers.keys();
  if (observers.size > MAX_REMEMBERED && oldest !== undefined) forgetObserver(oldest);
}

export function forgetObserver(uploadId: string): void {
  observers.get(uploadId)?.leave();
  observers.delete(uploadId);
}
