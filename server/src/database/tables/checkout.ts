import type { Generated } from 'kysely';
import type { DisputeState, PaymentStatus } from '@vitrin/shared/contract/payments/checkout.ts';
import type { Currency } from '@vitrin/shared/contract/plans.ts';
import type { Settlement } from '@vitrin/shared/rules/money/subscription.ts';
import type { Timestamp } from './timestamp.ts';

/** The gateway of a purchase; `owner` for a plan that the owner of the installation gave. */
export type PurchaseGateway = 'stripe' | 'iyzico' | 'sandbox' | 'owner';

export type PurchasesTable = {
  id: Generated<number>;
  /** Random; in the address of the payment screens. */
  token: string;
  user_id: number;
  plan_id: number;
  gateway: PurchaseGateway;
  amount_cents: number;
  currency: Currency;
  gateway_checkout_id: string | null;
  gateway_customer_id: string | null;
  gateway_subscription_id: string | null;
  /** When the checkout failed or expired; a payment that becomes known later counts all the same. */
  failed_at: Timestamp | null;
  bought_at: Timestamp | null;
  paid_from: Timestamp | null;
  paid_until: Timestamp | null;
  cancel_at_period_end: boolean;
  cancel_changed_at: Timestamp | null;
  ended_at: Timestamp | null;
  /** A settlement is decided once and never changed. */
  settlement: Settlement | null;
  replaced_by: number | null;
  /** When the settlement was carried out at the gateway. */
  settled_at: Timestamp | null;
  /** Random name of the request that holds the lock on changing the purchase at the gateway. */
  turn_holder: string | null;
  /** The lock of a request that died ends at this time. */
  turn_until: Timestamp | null;
  created_at: Timestamp;
};

export type FactSource = 'verify' | 'webhook' | 'clock' | 'reconcile' | 'user' | 'owner';

export type PurchaseFactsTable = {
  id: Generated<number>;
  purchase_id: number;
  source: FactSource;
  /** JSON. */
  fact: string;
  created_at: Timestamp;
};

export type PaymentsTable = {
  id: Generated<number>;
  purchase_id: number;
  user_id: number;
  gateway_payment_id: string;
  /** Amount that was paid; with `credit_cents` it is the price. */
  amount_cents: number;
  /** Part of the price that a credit from an earlier plan paid. */
  credit_cents: Generated<number>;
  currency: Currency;
  status: PaymentStatus;
  /** Cents to refund, decided and never changed; 0 for none. */
  refund_cents: Generated<number>;
  refunded_at: Timestamp | null;
  /** Cents of the amount that were refunded, here or in the gateway's dashboard, as the gateway says. */
  returned_cents: Generated<number>;
  dispute: DisputeState | null;
  dispute_cents: Generated<number>;
  /** When the gateway was asked for the three, by its own clock. */
  returned_asked_at: Timestamp | null;
  period_start: Timestamp;
  period_end: Timestamp;
  /** When it was paid, or failed for the first time. */
  made_at: Timestamp;
};

/** The law requires these facts after the payer's account is deleted; they hold no personal data. */
export type KeptPaymentsTable = {
  id: Generated<number>;
  /** Random; the same in all payments of one account. */
  payer: string;
  gateway: PurchaseGateway;
  gateway_payment_id: string;
  /** Code of the plan. */
  plan: string;
  amount_cents: number;
  credit_cents: Generated<number>;
  currency: Currency;
  /** Cents that came back, by refunds or by a dispute that was lost. */
  refund_cents: number;
  refunded_at: Timestamp | null;
  period_start: Timestamp;
  period_end: Timestamp;
  made_at: Timestamp;
  kept_until: Timestamp;
};

export type WebhookEventsTable = {
  id: Generated<number>;
  gateway: PurchaseGateway;
  event_id: string;
  type: string;
  received_at: Timestamp;
};
