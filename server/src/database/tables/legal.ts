import type { Generated } from 'kysely';
import type { LegalTextName } from '@vitrin/shared/contract/legal.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Timestamp } from './timestamp.ts';

/** Every text of the operator that was accepted once, as it was then. */
export type LegalTextsTable = {
  /** Hash of the file, in hex. */
  sha256: string;
  name: LegalTextName;
  language: Language;
  version: string;
  markdown: string;
  created_at: Timestamp;
};

/** A text that a buyer accepted before a payment. */
export type AcceptancesTable = {
  id: Generated<number>;
  /** Null after the account was deleted; `payer` is that of kept_payments then. */
  user_id: number | null;
  purchase_id: number | null;
  payer: string | null;
  sha256: string;
  accepted_at: Timestamp;
  /** When it is deleted, for an account that was; else null. */
  kept_until: Timestamp | null;
};
