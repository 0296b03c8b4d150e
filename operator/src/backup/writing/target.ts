import type { Erased } from '@vitrin/server/adapters/erased-list/erased-list.ts';
import type { ByteSource } from '@vitrin/engine/bytes/byte-source.ts';
import type { CopyAccess } from '../copies/access.ts';
import type { OwnBucket } from '../copies/own-bucket.ts';
import type { Content } from '../durable-files.ts';
import type { ManifestEntry } from '../manifest.ts';
import type { Backups } from '../reading/backups.ts';

/** An object to be copied, and its SHA-256 where its row has it. */
export type NewCopy = { key: string; sha256: string | null; open: () => Promise<ByteSource> };

/** Backups to which a snapshot is added. */
export type Target = Backups & {
  /** An empty folder of this machine, where the files of the snapshot come together. */
  unfinished: string;
  /** Copies the bytes of an object; the copy may be lost with the machine until `syncCopies`. */
  addCopy: (copy: NewCopy) => Promise<Content>;
  syncCopies: () => Promise<void>;
  /** Adds to the list of deleted accounts, and returns what it says then; undefined where there is none. */
  addErased: (accounts: readonly Erased[]) => Promise<Buffer | undefined>;
  /** Publishes the files in `unfinished` as a snapshot, once all its objects are there. */
  publish: (snapshot: string, entries: readonly ManifestEntry[]) => Promise<void>;
  /** Removes copies that no snapshot counts on. */
  removeCopies: (unneeded: readonly { path: string; modified: Date }[]) => Promise<number>;
  close: () => Promise<void>;
};

/**
 * Access to the target bucket, and the name of the installation's own bucket, which must not hold backups.
 */
export type WriteAccess = Partial<CopyAccess> & OwnBucket;
