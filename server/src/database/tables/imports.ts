import type { Timestamp } from './timestamp.ts';

export type ImportsTable = {
  /** Id of the import, and of the upload that it reads. */
  id: string;
  owner_id: number;
  /** `ready` once it was found good; then its freelancer decides. */
  state: 'checking' | 'ready' | 'bringing' | 'done' | 'refused';
  /** JSON, Message: why it was refused, or imported in part. */
  problem: string | null;
  /** The id that the archive calls itself by; null until its manifest was read. */
  archive: string | null;
  /** JSON, ImportSummary. */
  summary: string | null;
  total_bytes: number;
  done_bytes: number;
  created_at: Timestamp;
  ended_at: Timestamp | null;
};

export type ImportEntriesTable = {
  import_id: string;
  number: number;
  name: string;
  /** Where its header begins in the archive. */
  starts_at: number;
  size_bytes: number;
  /** Unsigned, 32 bits. */
  crc32: number;
  sha256: string;
  modified_at: Timestamp;
  /** Key of the object that its bytes become; chosen before they are copied. */
  storage_key: string | null;
  /** Found in its bytes, once they are copied. */
  media_type: string | null;
};

/** Rows that people and projects of an archive became, so that none is imported a second time after a crash. */
export type ImportMarksTable = {
  import_id: string;
  kind: 'customer' | 'project';
  old_id: number;
  new_id: number;
};

export type ImportedReceiptsTable = {
  project_id: number;
  number: number;
  storage_key: string;
  size_bytes: number;
  sha256: string;
  brought_at: Timestamp;
};
