import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

export type LinksTable = {
  id: Generated<number>;
  version_id: number;
  section_id: number | null;
  title: string;
  address: string;
  /** Made of the title and the host by `linkKey`, for searches. */
  search_key: Generated<string>;
  /** Place among the links of the version, 1 to n without gaps. */
  position: number;
  created_at: Timestamp;
};
