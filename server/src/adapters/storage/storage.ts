import { randomBytes } from 'node:crypto';
import type { BlockHolder } from '../../bytes/block-pool.ts';
import type { ByteSource } from '../../bytes/byte-source.ts';

/** Both ends included, as in an HTTP Range. */
export type ByteRange = { start: number; end: number };

/** Small ranges come as one buffer; the rest flows. */
export type ObjectBody = Buffer | ByteSource;

/** `modified` is when its last byte was stored. */
export type StoredObject = { key: string; size: number; modified: Date };

/** Writes the offset down where it survives what the bytes survive. Awaited before the append ends. */
export type OnDurable = (offset: number) => Promise<void>;

/** Where the bytes of files are. Keys are made by newStorageKey, never from a name somebody chose. */
export type Storage = {
  /**
   * Stores everything `source` yields and returns the number of bytes. When it returns, the bytes are durable;
   * when `source` throws or the store fails, nothing is left. `holder` as for read.
   */
  write: (key: string, source: ByteSource, holder?: BlockHolder) => Promise<number>;
  /**
   * Throws MissingObjectError before the first byte when there is no such object or it is too short. `holder` is on
   * whose behalf memory is held on the way; the server itself when it is left out.
   */
  read: (key: string, range: ByteRange, holder?: BlockHolder) => Promise<ObjectBody>;
  /** Size in bytes, undefined when there is no such object. */
  size: (key: string) => Promise<number | undefined>;
  /** Throws when the store cannot be reached or used; changes nothing. */
  check: (signal: AbortSignal) => Promise<void>;
  /** Deletes finished objects. Missing ones are no error, so that a job may run twice. */
  delete: (keys: readonly string[]) => Promise<void>;

  /** Opens an object that arrives in pieces and has `length` bytes in the end. */
  begin: (key: string, length: number) => Promise<void>;
  /**
   * Adds what `source` yields at `offset`, in place of whatever is stored beyond it, and returns the offset reached,
   * up to which all is durable then. `onDurable` is told such offsets on the way. When `source` throws, what it was
   * told is kept; when the store cannot say what it has kept, nothing is. Never more than one append a key at once.
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
   * Where the object goes on: at most at `durable`, the last offset that `append` returned or told, because nobody
   * knows whether what is stored beyond it survived. Undefined when nothing was begun.
   */
  offset: (key: string, durable: number) => Promise<number | undefined>;
  /** Makes an object of `length` bytes, all of which `append` has called durable. May be repeated after a crash. */
  complete: (key: string, length: number) => Promise<void>;
  /** Drops what arrived. Nothing begun is no error. */
  abort: (key: string) => Promise<void>;

  /** An address outside the application that gives the whole object, where the store is set up for that. */
  signedUrl?: (key: string, headers: { contentDisposition: string; mediaType: string }) => string;
  /** Where the object lies as a file, for tools that read files; undefined when it lies elsewhere. */
  localPath: (key: string) => string | undefined;
  /** Everything in the store that is not temporary, in no order, for reports: it may take long. */
  list: () => AsyncIterable<StoredObject>;
  /** Removes temporary files last touched before `time` and returns their keys. */
  removeTemporaryBefore: (time: Date, isKnown: (key: string) => Promise<boolean>) => Promise<string[]>;
};

/** The store has no such object although a row names it: somebody took it away. */
export class MissingObjectError extends Error {
  override readonly name = 'MissingObjectError';
  readonly key: string;

  constructor(key: string) {
    super(`The object ${key} is not in the store`);
    this.key = key;
  }
}

/** 256 random bits in hex; also safe as a file name and in an address. */
export function newStorageKey(): string {
  return randomBytes(32).toString('hex');
}
