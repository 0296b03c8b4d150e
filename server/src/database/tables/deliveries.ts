import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

/** Coarse, from the user agent. */
export type DeviceKind = 'phone' | 'tablet' | 'computer';

export type DeliveriesTable = {
  id: Generated<number>;
  user_id: number;
  file_id: number;
  device: DeviceKind;
  owner_id: number;
  project_id: number;
  version_id: number;
  size_bytes: number;
  /** Byte ranges that connections have taken, as in "0-99 200-299"; empty once the file is complete. */
  ranges: string;
  covered_bytes: number;
  began_at: Timestamp;
  last_at: Timestamp;
  completed_at: Timestamp | null;
  /** When it was first handed to the store, which sends it without saying how much (S3_REDIRECT); null when never. */
  handed_at: Timestamp | null;
};

/** Facts that another installation wrote down, by the archive that named them. */
export type OriginsTable = {
  id: Generated<number>;
  owner_id: number;
  /** The import that created them; `before` for imports before origins were written down. */
  import_id: string;
  /** The id that the archive has for the origin; 0 for the installation that made the archive. */
  number: number;
  /** The freelancer's username there, and the host of that installation: as the archive says; null where unknown. */
  freelancer: string | null;
  installation: string | null;
  brought_at: Timestamp;
};

/** Deliveries of another installation, which nothing sent here continues. */
export type ImportedDeliveriesTable = Omit<DeliveriesTable, 'owner_id'> & { origin_id: number };

export type PlaysTable = {
  user_id: number;
  file_id: number;
  device: DeviceKind;
  project_id: number;
  version_id: number;
  /** Whole number from 1 to 100, the most that was reported. */
  percent: number;
  last_at: Timestamp;
  /** Null for plays recorded here. */
  origin_id: number | null;
};
