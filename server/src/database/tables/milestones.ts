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
  due_on: Generated<string | null>;
  /** When it was completed; null while it is not, and where that is unknown. */
  completed_at: Generated<Timestamp | null>;
  text_bytes: GeneratedAlways<number>;
};
