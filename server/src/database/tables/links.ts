import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

export type LinksTable = {
  id: Generated<number>;
  version_id: number;
  section_id: number | null;
  title: string;
  address: string;
  /** From 1, without gaps. */
  position: number;
  created_at: Timestamp;
};
