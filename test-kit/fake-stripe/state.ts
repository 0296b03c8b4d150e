import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';

/** The fields of a form as Stripe's SDK sends them: `line_items[0][quantity]`. */
export type Form = Record<string, string>;

export type Session = {
  id: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  subscription: string | null;
  /** Null until it is paid, unless the checkout was opened for an existing customer. */
  customer: string | null;
  metadata: Form;
  form: Form;
};

export type Subscription = {
  id: string;
  customer: string;
  metadata: Form;
  /** When the first period began (ISO 8601). */
  anchor: string;
  /** Number of periods that have begun. */
  periods: number;
  amount: number;
  currency: string;
  status: 'active' | 'past_due' | 'canceled';
  /** Its own card, which counts before the customer's. */
  default_payment_method: string | null;
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  ended_at: number | null;
  /** Ids of its invoices, oldest first. */
  invoices: string[];
};

export type Invoice = {
  id: string;
  subscription: string;
  amount_due: number;
  /** The customer's balance before and after; below zero it is a credit. */
  starting_balance: number;
  ending_balance: number;
  currency: string;
  status: 'open' | 'paid';
  period: { start: number; end: number };
  paid_at: number | null;
  attempt_count: number;
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
};

export type Refund = {
  id: string;
  payment_intent: string;
  amount: number;
  status: 'pending' | 'succeeded' | 'failed';
  created: number;
};

export type Dispute = {
  id: string;
  payment_intent: string;
  amount: number;
  status: 'needs_response' | 'warning_needs_response' | 'won' | 'lost';
  created: number;
};

/** A change of a customer's balance that our code made. */
export type BalanceChange = { id: string; customer: string; amount: number; metadata: Form };

export type StripeEvent = {
  id: string;
  /** The tested version unless given. */
  api_version?: string;
  type: Stripe.Event['type'];
  created: number;
  data: { object: unknown };
};

/** Stripe's data, and the clock of the test. */
export type StripeState = {
  now: () => Date;
  sessions: Map<string, Session>;
  subscriptions: Map<string, Subscription>;
  invoices: Map<string, Invoice>;
  refunds: Refund[];
  disputes: Dispute[];
  /** Credit of each customer in cents; the next invoice uses it. */
  credits: Map<string, number>;
  balanceChanges: BalanceChange[];
  /** Cards by customer; a subscription without its own is paid by this one. */
  cards: Map<string, string>;
  /** Cards that pay nothing. */
  refusedCards: Set<string>;
  /** Customers of forms for another card, by the address of the form, with the address it leads back to. */
  portals: Map<string, { customer: string; returnUrl: string }>;
  /** Customers that were deleted, or belong to other API keys. */
  missingCustomers: Set<string>;
  events: StripeEvent[];
  /** True while invoices do not name their payments yet. */
  hidesPayments: boolean;
};

export function emptyState(): StripeState {
  return {
    now: () => new Date(),
    sessions: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    refunds: [],
    disputes: [],
    credits: new Map(),
    balanceChanges: [],
    cards: new Map(),
    refusedCards: new Set(),
    portals: new Map(),
    missingCustomers: new Set(),
    events: [],
    hidesPayments: false,
  };
}

/** An error as Stripe answers it. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: { type: string; code?: string; message: string };

  constructor(status: number, error: StripeRefusal['error']) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

/** Throws the 404 of Stripe for an id it does not know. */
export function requireFound<T>(value: T | undefined): T {
  if (value !== undefined) return value;
  throw new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: 'No such object',
  });
}

export function newId(
  prefix: 'bps' | 'pm' | 'cs' | 'cus' | 'sub' | 'in' | 're' | 'dp' | 'evt' | 'cbtxn',
): string {
  return `${prefix}_${randomUUID()}`;
}

/** Times are whole seconds at Stripe. */
export function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
