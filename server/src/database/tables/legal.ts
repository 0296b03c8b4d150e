import type { Generated } from 'kysely';
import type { LegalTextName } from '@vitrin/shared/contract/payments/legal.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Timestamp } from './timestamp.ts';

/** Every text of the operator that was accepted once, as it was then. */
export type LegalTextsTable = {
  sha256: string;
  name: LegalTextName;
  language: Language;
  version: string;
  markdown: string;
  created_at: Timestamp;
};

export type AcceptancesTable = {
  id: Generated<number>;
  /** Null after the account was deleted; `payer` is then that of kept_payments. */
  user_id: number | null;
  purchase_id: number | null;
  payer: string | null;
  sha256: string;
  accepted_at: Timestamp;
  kept_until: Timestamp | null;
};
