import { randomBytes } from 'node:crypto';
import type { BlockHolder } from '../bytes/block-pool.ts';
import type { ByteSource } from '../bytes/byte-source.ts';

/** Positions in bytes, both included, as in an HTTP Range. */
export type ByteRange = { start: number; end: number };

/** Small ranges are one buffer; larger ones are streamed. */
export type ObjectBody = Buffer | ByteSource;

/** `modified` is when its last byte was stored. */
export type StoredObject = { key: string; size: number; modified: Date };

/**
 * Records an offset up to which an upload is durable, as durably as the bytes themselves. Awaited before the append
 * ends.
 */
export type OnDurable = (offset: number) => Promise<void>;

/**
 * The store for the bytes of files. Keys come from newStorageKey, never from a name that a person chose. Every call throws
 * StoreAwayError where a bucket does not answer.
 */
export type Storage = {
  /**
   * Stores everything `source` yields and returns the number of bytes. Throws StoreFullError. When it returns, the bytes are durable;
   * when `source` throws or the store fails, nothing is left. `holder` as for read.
   */
  write: (key: string, source: ByteSource, holder?: BlockHolder) => Promise<number>;
  /**
   * Throws MissingObjectError before the first byte if the object is missing or too short. Memory is held for
   * `holder`; for the server itself by default. A buffer read with a signal is valid until that signal is
   * aborted.
   */
  read: (key: string, range: ByteRange, holder?: BlockHolder) => Promise<ObjectBody>;
  /** Size in bytes, undefined when there is no such object. */
  size: (key: string) => Promise<number | undefined>;
  /** Throws when the store cannot be reached or used; changes nothing. */
  check: (signal: AbortSignal) => Promise<void>;
  /** Deletes finished objects. Missing ones are no error, so that a job may run twice. */
  delete: (keys: readonly string[]) => Promise<void>;

  /** Opens a resumable upload that will have `length` bytes. */
  begin: (key: string, length: number) => Promise<void>;
  /**
   * Writes what `source` yields at `offset`, over anything stored beyond it, and returns the offset reached, up to
   * which all is durable. `onDurable` is called with such offsets on the way. When `source` throws, bytes up to the
   * last reported offset are kept; when the store cannot say what it kept, none are. Only one append a key at a time.
   * `holder` as for read.
   */
  append: (
    key: string,
    offset: number,
    source: ByteSource,
    onDurable?: OnDurable,
    holder?: BlockHolder,
  ) => Promise<number>;
  /**
   * The offset to go on from: at most `durable`, the last offset that `append` returned or reported, since bytes beyond
   * it may not have survived a power cut. Undefined when no upload was begun.
   */
  offset: (key: string, durable: number) => Promise<number | undefined>;
  /**
   * Makes an object of `length` bytes, all of which `append` has reported as durable. May be repeated after a crash.
   */
  complete: (key: string, length: number) => Promise<void>;
  /** Drops a resumable upload. One that was never begun is no error. */
  abort: (key: string) => Promise<void>;

  /**
   * An address outside the application under which the whole object can be read, where the store is set up for that.
   */
  signedUrl?: (key: string, headers: { contentDisposition: string; mediaType: string }) => Promise<string>;
  /** Path of the object for tools that read files; undefined when it does not lie on this disk. */
  localPath: (key: string) => string | undefined;
  /** All objects but temporary ones, in no order. May take long; only reports use it. */
  list: () => AsyncIterable<StoredObject>;
  /** Removes temporary files last touched before `time` and returns their keys. */
  removeTemporaryBefore: (time: Date, isKnown: (key: string) => Promise<boolean>) => Promise<string[]>;
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

/** The disk of the store, or the one where bytes wait to be sent to it, is full. */
export class StoreFullError extends Error {
  override readonly name = 'StoreFullError';
}

/** The store does not answer, or refuses us; the same call may succeed a moment later. `cause` is in the store's words. */
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
