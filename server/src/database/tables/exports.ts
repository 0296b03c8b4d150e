import type { Timestamp } from './timestamp.ts';

export type ExportsTable = {
  /** Random; also in the manifest and in the tag of the archive. */
  id: string;
  owner_id: number;
  state: 'making' | 'ready' | 'failed';
  /** Key of the object that holds the archive's own texts one after the other; the rest are the objects of files. */
  object_key: string;
  /** This column and those below are null until the archive is ready. */
  object_bytes: number | null;
  size_bytes: number | null;
  directory_at: number | null;
  entries: number | null;
  projects: number | null;
  files: number | null;
  /** Number of files left out because their bytes are not in the store. */
  missing: number | null;
  /** The archive shows the state of this moment. */
  made_at: Timestamp | null;
  created_at: Timestamp;
  expires_at: Timestamp;
};

/** An entry of such an archive. The objects that entries name are not deleted while the archive lives. */
export type ExportEntriesTable = {
  export_id: string;
  number: number;
  name: string;
  storage_key: string;
  /** Where the entry's bytes begin in that object. */
  object_at: number;
  size_bytes: number;
  /** Unsigned, 32 bits. */
  crc32: number;
  modified_at: Timestamp;
  /** Where its header begins in the archive. */
  starts_at: number;
  /** Where its header begins in the central directory. */
  listed_at: number;
};
