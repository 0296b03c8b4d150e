import type { Buyer } from '@vitrin/shared/contract/buyer.ts';
import type { DisputeState } from '@vitrin/shared/contract/checkout.ts';
import type { Currency } from '@vitrin/shared/contract/plans.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import type { PurchaseFact } from '@vitrin/shared/rules/money/subscription.ts';

/** Address, plan and price come from our data, never from a browser. */
export type CheckoutOrder = {
  /** Random; the gateway repeats it in everything about the purchase. */
  token: string;
  planName: string;
  amountCents: number;
  currency: Currency;
  language: Language;
  email: string | null;
  /** From an earlier purchase, so that its credit is used. */
  customerId: string | null;
  returnUrl: string;
  cancelUrl: string;
  /** Takes the browser's POST and leads on to `returnUrl`. */
  callbackUrl: string;
  /** Passed on, never stored. */
  buyer: Buyer | null;
};

export type CardOrder = {
  subscriptionId: string;
  language: Language;
  /** Takes the browser's POST after the form. */
  callbackUrl: string;
  /** Leads back after the form, or without a change. */
  returnUrl: string;
  cancelUrl: string;
};

type OpenedCheckout = { checkoutId: string; url: string };

type PaymentDetails = {
  payment_id: string;
  amount_cents: number;
  /** In addition to the amount. */
  credit_cents: number;
  currency: Currency;
};

export type GatewayFact =
  | (Extract<PurchaseFact, { kind: 'paid' }> & PaymentDetails)
  | Extract<PurchaseFact, { kind: 'cancel_changed' | 'ended' }>
  | ({ kind: 'payment_failed'; failed_at: string; period_start: string; period_end: string } & PaymentDetails)
  | { kind: 'checkout_failed'; failed_at: string }
  /** The webhook event has no amount: ask the gateway. */
  | { kind: 'checkout_completed' };

/** From a webhook event or an answer. */
export type GatewayReport = {
  token: string;
  subscriptionId: string | null;
  customerId: string | null;
  facts: GatewayFact[];
};

/** `at` is the gateway's clock: ours may be wrong. */
export type GatewayAnswer = GatewayReport & { at: string };

/** Cents: refunds that did not fail, and a dispute at the payer's bank. */
export type ReturnedMoney = { returned_cents: number; dispute: DisputeState | null; dispute_cents: number };

/** `report` is null when the event is about no purchase of ours. */
type GatewayEvent = {
  id: string;
  type: string;
  report: GatewayReport | null;
  /** The gateway's name of a payment that may have been returned. */
  returnedOf: string | null;
  /** Subscription to ask about; null where the event is complete. */
  subscriptionId: string | null;
  /** Other API version of the event: its fields may differ. */
  otherVersion: string | null;
};

/** Signature missing, wrong or too old, or unreadable event. */
export class InvalidEventError extends Error {
  override readonly name = 'InvalidEventError';
}

export type GatewayName = 'stripe' | 'iyzico' | 'sandbox';

/** Calls may be repeated without a second effect; each throws without an answer. */
export type PaymentGateway = {
  readonly name: GatewayName;
  /** Name, address and identity number. */
  readonly needsBuyer: boolean;
  /** For the rest of a replaced month; otherwise it is refunded. */
  readonly givesCredit: boolean;
  /** A cancellation, before the period ends. */
  readonly canResume: boolean;
  /** Otherwise a job charges a refused month again, daily. */
  readonly retriesByItself: boolean;
  /** By an event; otherwise a job asks. */
  readonly reportsCheckouts: boolean;
  openCheckout: (order: CheckoutOrder) => Promise<OpenedCheckout>;
  /** Null while open. `now` and `token` replace what the gateway does not say. */
  askCheckout: (checkoutId: string, now: Date, token: string) => Promise<GatewayAnswer | null>;
  askSubscription: (subscriptionId: string, now: Date, token: string) => Promise<GatewayAnswer | null>;
  /** Resolves to the gateway's time, else `now`. */
  setCancelAtPeriodEnd: (subscriptionId: string, cancel: boolean, now: Date) => Promise<string>;
  /** The rest until `creditedPeriodEnd` becomes credit; false when that period is over. */
  endNow: (subscriptionId: string, creditedPeriodEnd: string | null) => Promise<boolean>;
  /** Resolves to the form's address; null without a form. */
  openCardForm: ((order: CardOrder) => Promise<string>) | null;
  /** True when tried, the outcome is asked later; null where no renewal is refused. */
  collectAgain: ((subscriptionId: string, pauseSeconds: number) => Promise<boolean>) | null;
  refund: (paymentId: string, amountCents: number) => Promise<void>;
  /** Made here or at the gateway; `at` is its time. */
  askReturned: (paymentId: string, now: Date) => Promise<(ReturnedMoney & { at: string }) | null>;
  /** From an event's `returnedOf`; null when it paid nothing billed here. */
  findPaymentOf: (returnedOf: string) => Promise<string | null>;
  /** Names as in `returnedOf`. */
  listReturned: (since: Date, now: Date) => Promise<string[]>;
  restoreCredit: (paymentId: string) => Promise<void>;
  /** Checks the signature; throws InvalidEventError. */
  readEvent: (body: Buffer, signature: string, now: Date) => Promise<GatewayEvent>;
};

export type Payments = {
  readonly all: readonly PaymentGateway[];
  readonly byCurrency: Readonly<Record<Currency, PaymentGateway>>;
};
