import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

/** Outlives its buyer's account, as the law requires. */
export type InvoicesTable = {
  id: Generated<number>;
  /** Null after the account was deleted; `payer` is then that of kept_payments. */
  payment_id: number | null;
  user_id: number | null;
  payer: string | null;
  /** Random; names the invoice wherever it goes (ETTN). */
  uuid: string;
  /** JSON: seller, buyer and sums as they were at the payment. */
  facts: string;
  /** XML of the draft. */
  document: string | null;
  /** Taken back by refunds and a lost dispute; the accountant credits it. */
  returned_cents: Generated<number>;
  returned_at: Generated<Timestamp | null>;
  /** Name at the provider. */
  issued_id: Generated<string | null>;
  issue_job: Generated<string | null>;
  issued_at: Generated<Timestamp | null>;
  /** Lock of the issuing instance. */
  issuing_until: Generated<Timestamp | null>;
  created_at: Timestamp;
  made_at: Timestamp | null;
  /** Deletion date for a deleted account. */
  kept_until: Timestamp | null;
};
