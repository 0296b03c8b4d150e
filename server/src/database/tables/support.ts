import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

/** Questions to support; their pictures travel with the mail and lie nowhere else. */
export type SupportRequestsTable = {
  id: Generated<number>;
  user_id: number;
  reference: string;
  subject: string;
  text: string;
  pictures: number;
  answer_by: Timestamp | null;
  created_at: Timestamp;
};
