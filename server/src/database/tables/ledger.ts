import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

/** Last line of each ledger; it outlives the project. */
export type LedgerHeadsTable = {
  project_id: number;
  /** Random; also in the first line. */
  ledger: string;
  entries: number;
  /** SHA-256 of the last line, in hex. */
  hash: string;
  /** When the project and its lines were deleted. */
  ended_at: Timestamp | null;
  /** Signature of `ledger entries hash ended_at` in base64; null until the end. */
  signature: string | null;
  /** Entries covered by the newest stamp. */
  stamped_entries: Generated<number>;
  stamped_hash: string | null;
  /** RFC 3161 token in base64. */
  stamp: string | null;
  stamped_at: Timestamp | null;
};

export type LedgerEntriesTable = {
  project_id: number;
  number: number;
  /** As written: these bytes are hashed. */
  line: string;
};

/** People behind hashes in a ledger; erased with the person. */
export type LedgerPeopleTable = {
  project_id: number;
  user_id: number;
  person: string;
  name: string;
  salt: string;
};

/** Public keys in base64; private ones lie in DATA_DIR. */
export type ReceiptKeysTable = {
  public_key: string;
  created_at: Timestamp;
  /** Signatures from then on are not trusted. */
  withdrawn_at: Timestamp | null;
};

/** Versions with a change of readiness that is not in the ledger yet. */
export type LedgerWaitsTable = {
  version_id: number;
  project_id: number;
};
