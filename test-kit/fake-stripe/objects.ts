import type { Stripe } from 'stripe';
import {
  type BalanceChange,
  type Dispute,
  type Invoice,
  requireFound,
  type Refund,
  type Session,
  type StripeState,
  type Subscription,
} from './state.ts';

/** A part of one of Stripe's objects: its fields must exist in Stripe's own types. */
type Part<T> = T extends (infer Item)[]
  ? Part<Item>[]
  : T extends object
    ? { [Key in keyof T]?: Part<T[Key]> }
    : T;

export function sessionObject(session: Session) {
  const { id, status, payment_status, subscription, customer, metadata, form } = session;
  return {
    id,
    status,
    subscription,
    customer,
    metadata,
    object: 'checkout.session',
    mode: 'subscription',
    client_reference_id: form['client_reference_id'] ?? null,
    payment_status,
    url: status === 'open' ? `https://checkout.stripe.test/${id}` : null,
  } satisfies Part<Stripe.Checkout.Session>;
}

/** A session with the fields that `expand` requests. */
export function expandedSession(state: StripeState, session: Session) {
  const subscription = state.subscriptions.get(session.subscription ?? '');
  return {
    ...sessionObject(session),
    subscription: subscription ? expandedSubscription(state, subscription) : null,
  } satisfies Part<Stripe.Checkout.Session>;
}

export function subscriptionObject(state: StripeState, subscription: Subscription) {
  const { id, customer, metadata, status, cancel_at_period_end, cancel_at, ended_at, invoices } =
    subscription;
  const period = periodOf(state, subscription);
  return {
    id,
    customer,
    metadata,
    status,
    cancel_at_period_end,
    cancel_at,
    ended_at,
    default_payment_method: subscription.default_payment_method,
    object: 'subscription',
    items: {
      object: 'list',
      data: [{ current_period_start: period.start, current_period_end: period.end }],
    },
    latest_invoice: invoices.at(-1) ?? null,
  } satisfies Part<Stripe.Subscription>;
}

export function expandedSubscription(state: StripeState, subscription: Subscription) {
  const latest = requireFound(state.invoices.get(subscription.invoices.at(-1) ?? ''));
  return {
    ...subscriptionObject(state, subscription),
    latest_invoice: invoiceObject(state, latest),
  } satisfies Part<Stripe.Subscription>;
}

export function invoiceObject(state: StripeState, invoice: Invoice) {
  const { starting_balance, ending_balance } = invoice;
  const { id, currency, status, amount_due, attempt_count, billing_reason, paid_at, period } = invoice;
  const { customer, metadata } = requireFound(state.subscriptions.get(invoice.subscription));
  const amount_paid = status === 'paid' ? amount_due : 0;
  const isPaidByCard = amount_paid > 0 && !state.hidesPayments;
  return {
    id,
    customer,
    currency,
    status,
    amount_due,
    amount_paid,
    starting_balance,
    ending_balance,
    attempt_count,
    billing_reason,
    object: 'invoice',
    status_transitions: { paid_at },
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: invoice.subscription, metadata },
    },
    lines: { object: 'list', data: [{ period }] },
    payments: {
      object: 'list',
      data: isPaidByCard
        ? [{ status, amount_paid, payment: { type: 'payment_intent', payment_intent: intentOf(id) } }]
        : [],
    },
  } satisfies Part<Stripe.Invoice>;
}

export function refundObject(refund: Refund) {
  return { ...refund, object: 'refund' } satisfies Part<Stripe.Refund>;
}

export function disputeObject(dispute: Dispute) {
  return { ...dispute, object: 'dispute' } satisfies Part<Stripe.Dispute>;
}

export function chargeObject(state: StripeState, payment_intent: string) {
  return {
    payment_intent,
    id: payment_intent.replace('pi_', 'ch_'),
    amount_refunded: refundedOf(state, payment_intent),
    object: 'charge',
  } satisfies Part<Stripe.Charge>;
}

export function invoicePaymentObject({ id, amount_due, status }: Invoice) {
  return {
    id: id.replace('in_', 'inpay_'),
    invoice: id,
    amount_paid: amount_due,
    status,
    object: 'invoice_payment',
    payment: { type: 'payment_intent', payment_intent: intentOf(id) },
  } satisfies Part<Stripe.InvoicePayment>;
}

/** Cents refunded of an intent; a refund that failed gave nothing back. */
export function refundedOf({ refunds }: StripeState, payment_intent: string): number {
  return refunds
    .filter((each) => each.payment_intent === payment_intent && each.status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);
}

export function balanceChangeObject({ id, customer, amount, metadata }: BalanceChange) {
  return {
    id,
    customer,
    amount,
    metadata,
    object: 'customer_balance_transaction',
    type: 'adjustment',
  } satisfies Part<Stripe.CustomerBalanceTransaction>;
}

/** Each invoice is paid by one payment intent. */
export function intentOf(invoiceId: string): string {
  return `pi_${invoiceId}`;
}

/** The current period of a subscription: that of its last invoice for a period. */
export function periodOf(state: StripeState, { invoices }: Subscription): Invoice['period'] {
  const periods = invoices.map((id) => requireFound(state.invoices.get(id)));
  return requireFound(periods.findLast(({ billing_reason }) => billing_reason !== 'subscription_update'))
    .period;
}
