import type { Timestamp } from './timestamp.ts';

/** What a freelancer's clients see; the name stands with the user. */
export type FacesTable = {
  owner_id: number;
  /** #rrggbb as it was chosen. */
  accent: string | null;
  greeting: string | null;
  contact: string | null;
  /** Of a png in the store. The four columns are null together. */
  logo_key: string | null;
  logo_bytes: number | null;
  logo_width: number | null;
  logo_height: number | null;
  changed_at: Timestamp;
};
