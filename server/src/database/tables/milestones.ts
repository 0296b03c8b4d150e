import type { Generated, GeneratedAlways } from 'kysely';
import type { Timestamp } from './timestamp.ts';

export type MilestonesTable = {
  id: Generated<number>;
  project_id: number;
  name: string;
  description: string;
  completed: boolean;
  position: number;
  created_at: Timestamp;
  edited_at: Timestamp;
  text_bytes: GeneratedAlways<number>;
};
