import type { Generated } from 'kysely';
import type { MailRhythm } from '@vitrin/shared/contract/figures/boards.ts';
import type { Timestamp } from './timestamp.ts';

export type BoardsTable = {
  id: Generated<number>;
  owner_id: number;
  name: string;
  position: number;
  /** JSON: cards in their order. */
  cards: string;
  mail: Generated<MailRhythm | null>;
  /** When the next mail goes; null without a rhythm. */
  mail_due_at: Generated<Timestamp | null>;
  /** The time that the last mail was due, so that none goes twice for one time. */
  mailed_for: Generated<Timestamp | null>;
  created_at: Timestamp;
};
