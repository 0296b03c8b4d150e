import type { Buyer } from '@vitrin/shared/contract/payments/buyer.ts';
import type { DisputeState } from '@vitrin/shared/contract/payments/checkout.ts';
import type { Currency } from '@vitrin/shared/contract/plans.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import type { PurchaseFact } from '@vitrin/shared/rules/money/subscription.ts';

/** Address, plan and price of a monthly payment come from our data, never from a browser. */
export type CheckoutOrder = {
  /** Our random name of the purchase, which the gateway repeats in everything it says about the purchase. */
  token: string;
  planName: string;
  amountCents: number;
  currency: Currency;
  language: Language;
  email: string | null;
  /** The gateway's id of this payer from an earlier purchase, so that a credit is used. Null for a first purchase. */
  customerId: string | null;
  returnUrl: string;
  cancelUrl: string;
  /** Address that a gateway sends the browser to by POST, which leads on to `returnUrl`. */
  callbackUrl: string;
  /** Given to a gateway that needs it, and kept nowhere. */
  buyer: Buyer | null;
};

export type CardOrder = {
  subscriptionId: string;
  language: Language;
  /** Address that the gateway sends the browser to by POST when the form is done with. */
  callbackUrl: string;
  /** A link leads the browser here, after another card was given and without one. */
  returnUrl: string;
  cancelUrl: string;
};

type OpenedCheckout = { checkoutId: string; url: string };

type PaymentDetails = {
  payment_id: string;
  amount_cents: number;
  /** Part of the price that a credit paid, in addition to the amount. */
  credit_cents: number;
  currency: Currency;
};

export type GatewayFact =
  | (Extract<PurchaseFact, { kind: 'paid' }> & PaymentDetails)
  | Extract<PurchaseFact, { kind: 'cancel_changed' | 'ended' }>
  | ({ kind: 'payment_failed'; failed_at: string; period_start: string; period_end: string } & PaymentDetails)
  | { kind: 'checkout_failed'; failed_at: string }
  /** The checkout is completed, but the webhook event has no amount: the gateway has to be asked. */
  | { kind: 'checkout_completed' };

/** State of one of our purchases as a gateway reports it, in a webhook event or when it is asked. */
export type GatewayReport = {
  token: string;
  subscriptionId: string | null;
  customerId: string | null;
  facts: GatewayFact[];
};

/** `at` is the time by the gateway's clock, which counts for what it says: ours may be wrong. */
export type GatewayAnswer = GatewayReport & { at: string };

/** Money that left a payment again, in whole cents: refunds that did not fail, and a dispute at the payer's bank. */
export type ReturnedMoney = { returned_cents: number; dispute: DisputeState | null; dispute_cents: number };

/** A signed webhook event. `report` is null when it is about no purchase of ours. */
type GatewayEvent = {
  id: string;
  type: string;
  report: GatewayReport | null;
  /** The gateway's name of a payment of which money may have come back; null when the event is about none. */
  returnedOf: string | null;
  /** The subscription that the event hints at, which has to be asked about; null where the event reports by itself. */
  subscriptionId: string | null;
  /** The API version of the event when it is not the one we read: fields may be missing then. Else null. */
  otherVersion: string | null;
};

/** The signature of a webhook event is missing, wrong or too old, or the event cannot be read. */
export class InvalidEventError extends Error {
  override readonly name = 'InvalidEventError';
}

export type GatewayName = 'stripe' | 'iyzico' | 'sandbox';

/** Each call may be repeated without a second effect, and throws when there is no answer. */
export type PaymentGateway = {
  readonly name: GatewayName;
  /** Opens a checkout only with the buyer's name, address and identity number. */
  readonly needsBuyer: boolean;
  /** Keeps the rest of a replaced month as credit for later invoices; otherwise the rest is refunded as money. */
  readonly givesCredit: boolean;
  /** Takes a cancellation back before the period ends. */
  readonly canResume: boolean;
  /** Charges a refused month again by itself; otherwise a job of ours does, once a day. */
  readonly retriesByItself: boolean;
  /** Reports a paid checkout by an event; otherwise a job has to ask. */
  readonly reportsCheckouts: boolean;
  openCheckout: (order: CheckoutOrder) => Promise<OpenedCheckout>;
  /** Returns the outcome, null while open; `now` and `token` stand in where the gateway does not give its own. */
  askCheckout: (checkoutId: string, now: Date, token: string) => Promise<GatewayAnswer | null>;
  askSubscription: (subscriptionId: string, now: Date, token: string) => Promise<GatewayAnswer | null>;
  /** Resolves to the time of the change by the gateway's clock, else `now`. */
  setCancelAtPeriodEnd: (subscriptionId: string, cancel: boolean, now: Date) => Promise<string>;
  /** Ends a subscription at once; the rest until `creditedPeriodEnd` becomes credit, or false when that is over. */
  endNow: (subscriptionId: string, creditedPeriodEnd: string | null) => Promise<boolean>;
  /** Opens the gateway's own form for another card and resolves to its address; null where the gateway has none. */
  openCardForm: ((order: CardOrder) => Promise<string>) | null;
  /** Charges a refused month again if the last try is old enough; true when tried. Null if no renewal is refused. */
  collectAgain: ((subscriptionId: string, pauseSeconds: number) => Promise<boolean>) | null;
  refund: (paymentId: string, amountCents: number) => Promise<void>;
  /** Returns refunds and disputes made here or at the gateway, `at` the gateway's time; null where it has none. */
  askReturned: (paymentId: string, now: Date) => Promise<(ReturnedMoney & { at: string }) | null>;
  /** Our name of the payment that an event calls `returnedOf`; null when it paid nothing that is billed here. */
  findPaymentOf: (returnedOf: string) => Promise<string | null>;
  /** Names of the payments refunded or disputed since a time, as events give them in `returnedOf`. */
  listReturned: (since: Date, now: Date) => Promise<string[]>;
  restoreCredit: (paymentId: string) => Promise<void>;
  /** Checks the signature and reads a webhook event. Throws InvalidEventError. */
  readEvent: (body: Buffer, signature: string, now: Date) => Promise<GatewayEvent>;
};

export type Payments = {
  readonly all: readonly PaymentGateway[];
  readonly byCurrency: Readonly<Record<Currency, PaymentGateway>>;
};
