import type { Digests } from '@vitrin/engine/bytes/digests.ts';
import { startDigests } from '@vitrin/engine/bytes/threaded-digests.ts';
import { SNIFFED_BYTES } from '@vitrin/engine/media-types/media-type.ts';

/** From bytes as they pass, so that nothing reads the file again. */
export type ByteObserver = {
  size: number;
  /** Resolves when the chunk's memory may be reused. */
  observe: (chunk: Uint8Array) => Promise<void>;
  beginning: () => Buffer;
  digests: () => Promise<Digests>;
  /** For an upload that failed or was dropped. */
  leave: () => void;
};

/** `expected` bytes; undefined if unannounced. */
export function createByteObserver(expected?: number): ByteObserver {
  const digests = startDigests(expected);
  const heads: Uint8Array[] = [];
  let headLength = 0;
  const observer: ByteObserver = {
    size: 0,
    observe(chunk) {
      const seen = digests.update(chunk);
      // Nothing awaits it when writing fails first; a rejection would end the process.
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

/** Resumable uploads between pieces; without one a job reads the file. */
const observers = new Map<string, ByteObserver>();
const MAX_REMEMBERED = 200;

/** Forgotten here: after a failed piece it may know lost bytes. Undefined without one of this size. */
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
