import type { Timestamp } from './timestamp.ts';

export type FacesTable = {
  owner_id: number;
  /** #rrggbb as it was chosen. */
  accent: string | null;
  greeting: string | null;
  contact: string | null;
  /** Key of a png in the store; this column and the three below are null together. */
  logo_key: string | null;
  logo_bytes: number | null;
  logo_width: number | null;
  logo_height: number | null;
  changed_at: Timestamp;
};
