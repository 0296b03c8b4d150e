import type { Generated } from 'kysely';
import type { MailRhythm } from '@vitrin/shared/contract/boards.ts';
import type { Timestamp } from './timestamp.ts';

export type BoardsTable = {
  id: Generated<number>;
  owner_id: number;
  name: string;
  position: number;
  /** JSON: cards in their order. */
  cards: string;
  mail: Generated<MailRhythm | null>;
  /** Null without a rhythm. */
  mail_due_at: Generated<Timestamp | null>;
  /** Due time of the last mail, so that none goes twice. */
  mailed_for: Generated<Timestamp | null>;
  created_at: Timestamp;
};
