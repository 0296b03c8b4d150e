import { randomBytes } from 'node:crypto';
import type { BlockHolder } from '../bytes/block-pool.ts';
import type { ByteSource } from '../bytes/byte-source.ts';

/** Positions in bytes, both included, as in an HTTP Range. */
export type ByteRange = { start: number; end: number };

/** Small ranges are one buffer; larger ones are streamed. */
export type ObjectBody = Buffer | ByteSource;

/** `modified` is the time at which the last byte was stored. */
export type StoredObject = { key: string; size: number; modified: Date };

/** Records a durable offset of an upload, as durably as the bytes. Awaited before the append ends. */
export type OnDurable = (offset: number) => Promise<void>;

/**
 * Store for the bytes of files under keys of newStorageKey. Every call throws StoreAwayError if a bucket does not
 * answer.
 */
export type Storage = {
  /** Stores all of `source` durably, or nothing if it fails; returns the number of bytes. Throws StoreFullError. */
  write: (key: string, source: ByteSource, holder?: BlockHolder) => Promise<number>;
  /**
   * Reads a range in memory of `holder`; a buffer is valid until its signal is aborted. Throws MissingObjectError
   * before the first byte.
   */
  read: (key: string, range: ByteRange, holder?: BlockHolder) => Promise<ObjectBody>;
  size: (key: string) => Promise<number | undefined>;
  /** Throws if the store is unusable; changes nothing. */
  check: (signal: AbortSignal) => Promise<void>;
  /** Deletes finished objects. Missing ones are no error, so that a job may run twice. */
  delete: (keys: readonly string[]) => Promise<void>;

  begin: (key: string, length: number) => Promise<void>;
  /**
   * Writes `source` at `offset` over anything stored beyond it; returns the durable offset reached. A failure keeps the
   * bytes up to the last offset given to `onDurable`. Only one append of a key may run at a time.
   */
  append: (
    key: string,
    offset: number,
    source: ByteSource,
    onDurable?: OnDurable,
    holder?: BlockHolder,
  ) => Promise<number>;
  /**
   * Offset to continue from: at most `durable`, since a power cut may have lost later bytes. Undefined without an
   * upload.
   */
  offset: (key: string, durable: number) => Promise<number | undefined>;
  /** Makes an object of `length` bytes, all reported as durable. May be repeated after a crash. */
  complete: (key: string, length: number) => Promise<void>;
  /** Drops a resumable upload; a missing one is no error. */
  abort: (key: string) => Promise<void>;

  /** Address outside the application of the whole object, if the store offers one. */
  signedUrl?: (key: string, headers: { contentDisposition: string; mediaType: string }) => Promise<string>;
  /** Path for tools that read files; undefined if the object is not on this disk. */
  localPath: (key: string) => string | undefined;
  /** Lists all objects but temporary ones, unordered. May take long; only reports use it. */
  list: () => AsyncIterable<StoredObject>;
  /** Removes temporary files last touched before `time` and returns their keys. */
  removeTemporaryBefore: (time: Date, isReferenced: (key: string) => Promise<boolean>) => Promise<string[]>;
};

/** The store has no such object, although its key was given out: it was removed from outside. */
export class MissingObjectError extends Error {
  override readonly name = 'MissingObjectError';
  readonly key: string;

  constructor(key: string) {
    super(`The object ${key} is not in the store`);
    this.key = key;
  }
}

/** The disk of the store, or of the bytes that wait for it, is full. */
export class StoreFullError extends Error {
  override readonly name = 'StoreFullError';
}

/** The store does not answer or refuses us; the same call may succeed later. `cause` is in the store's words. */
export class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError';

  constructor(cause: unknown) {
    super('The store does not answer', { cause });
  }
}

/** 256 random bits in hex; also safe as a file name and in an address. */
export function newStorageKey(): string {
  return randomBytes(32).toString('hex');
}
