import type { Timestamp } from './timestamp.ts';

export type ExportsTable = {
  /** Random; also in the manifest and in the tag of the archive. */
  id: string;
  owner_id: number;
  state: 'making' | 'ready' | 'failed';
  /** Object with the archive's own texts, one after the other. */
  object_key: string;
  /** Null until the archive is ready, as are the columns below. */
  object_bytes: number | null;
  size_bytes: number | null;
  directory_at: number | null;
  entries: number | null;
  projects: number | null;
  files: number | null;
  /** Files without bytes in the store. */
  missing: number | null;
  /** Moment of the archive's contents. */
  made_at: Timestamp | null;
  created_at: Timestamp;
  expires_at: Timestamp;
};

/** Objects that entries name are kept while the archive lives. */
export type ExportEntriesTable = {
  export_id: string;
  number: number;
  name: string;
  storage_key: string;
  /** Offset in that object. */
  object_at: number;
  size_bytes: number;
  /** Unsigned, 32 bits. */
  crc32: number;
  modified_at: Timestamp;
  /** Offset of its local header. */
  starts_at: number;
  /** Offset in the central directory. */
  listed_at: number;
};
