import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

/** The invoice of a payment. It outlives the account of its buyer, whom it names because the law wants it. */
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
  /** XML of the draft; null until it is made. */
  document: string | null;
  /** Sum of what refunds and a lost dispute took back of the payment; the accountant credits it. */
  returned_cents: Generated<number>;
  returned_at: Generated<Timestamp | null>;
  /** The provider's name of the invoice, once it is issued; null where none issues. */
  issued_id: Generated<string | null>;
  issue_job: Generated<string | null>;
  issued_at: Generated<Timestamp | null>;
  /** Until when one instance alone is issuing it. */
  issuing_until: Generated<Timestamp | null>;
  created_at: Timestamp;
  made_at: Timestamp | null;
  /** When it is deleted, for an account that was; else null. */
  kept_until: Timestamp | null;
};
