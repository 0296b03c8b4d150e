import type { Generated } from 'kysely';
import type { ProgramEventType } from '@vitrin/shared/contract/program-events.ts';
import type { Timestamp } from './timestamp.ts';

/** Something that programs of a freelancer are told. Ids of one owner rise in the order of the commits. */
export type ProgramEventsTable = {
  id: Generated<number>;
  owner_id: number;
  /** Null for what is of no project. */
  project_id: number | null;
  /** The account of a client that it names, with which it is deleted. */
  client_id: number | null;
  version_id: number | null;
  type: ProgramEventType;
  /** JSON: ProgramEventData. */
  data: string;
  created_at: Timestamp;
};
