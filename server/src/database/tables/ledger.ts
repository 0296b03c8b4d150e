import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

/** The last line of each project's ledger; it stays when the project is deleted. */
export type LedgerHeadsTable = {
  project_id: number;
  /** Random; also in the first line. */
  ledger: string;
  entries: number;
  /** SHA-256 of the last line, in hex. */
  hash: string;
  /** Time when the project was deleted, and its lines with it. */
  ended_at: Timestamp | null;
  /** Signature of the text `ledger entries hash ended_at`, in base64, with the key of that time; null until the end. */
  signature: string | null;
  /** How many entries the newest stamp confirms; 0 without one. */
  stamped_entries: Generated<number>;
  stamped_hash: string | null;
  /** Token of a time-stamping authority (RFC 3161), in base64. */
  stamp: string | null;
  stamped_at: Timestamp | null;
};

export type LedgerEntriesTable = {
  project_id: number;
  number: number;
  /** As written: these bytes are hashed. */
  line: string;
};

/** People behind the hashes in a ledger; erased with the person. */
export type LedgerPeopleTable = {
  project_id: number;
  user_id: number;
  person: string;
  name: string;
  salt: string;
};

/** Every public key with which this installation has signed, in base64. Private ones lie in DATA_DIR. */
export type ReceiptKeysTable = {
  public_key: string;
  created_at: Timestamp;
  /** Time from which its signatures are not trusted, since it may have leaked; null for a trusted key. */
  withdrawn_at: Timestamp | null;
};

/** Versions that became ready or a draft without a line about it in the ledger yet. */
export type LedgerWaitsTable = {
  version_id: number;
  project_id: number;
};
