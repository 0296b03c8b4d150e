import type { Generated } from 'kysely';
import type { ProjectStatus } from '@vitrin/shared/contract/projects.ts';
import type { StatusOverride } from '@vitrin/shared/rules/progress.ts';
import type { Timestamp } from './timestamp.ts';

export type ProjectsTable = {
  id: Generated<number>;
  owner_id: number;
  customer_id: number | null;
  name: string;
  name_key: string;
  description: string;
  /** The description without its pictures, for lists. */
  list_description: string;
  status_override: StatusOverride | null;
  /** This column and the three below follow from milestones and override (recountProject in features/projects/sums.ts). */
  milestones_total: Generated<number>;
  milestones_completed: Generated<number>;
  progress: Generated<number>;
  status: Generated<ProjectStatus>;
  /** Bytes of all names and descriptions in the project (saveTextBytes in features/projects/sums.ts). */
  text_bytes: Generated<number>;
  created_at: Timestamp;
  /** Moves with every change inside the project. */
  last_updated: Timestamp;
  /** `last_updated` without changes hidden from the client; null when the two are equal. */
  shown_updated: Generated<Timestamp | null>;
  /** Moves with changes of the project's own fields only. */
  edited_at: Timestamp;
  /** The next version is promised for this day, such as 2026-11-20; the first version after `expected_since` keeps it. */
  expected_on: Generated<string | null>;
  expected_since: Generated<Timestamp | null>;
};
