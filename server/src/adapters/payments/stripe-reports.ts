import type { Stripe } from 'stripe';
import { Currency } from '@vitrin/shared/contract/plans.ts';
import type { GatewayAnswer, GatewayFact, GatewayReport } from './gateway.ts';

export const TOKEN_KEY = 'vitrin_token';

const OVERDUE: ReadonlySet<string> = new Set(['past_due', 'unpaid', 'incomplete_expired']);

/** Returns the report that a webhook event makes about a purchase of ours; null when it is about something else. */
export function reportOfEvent(event: Stripe.Event): GatewayReport | null {
  const at = timestampOf(event.created);
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return reportOfSession(event.data.object, [{ kind: 'checkout_completed' }]);
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed':
      return reportOfSession(event.data.object, [{ kind: 'checkout_failed', failed_at: at }]);
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return reportOfInvoice(event.data.object, at);
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return reportOfSubscription(event.data.object, factsOfSubscription(event.data.object, at));
    default:
      return null;
  }
}

/** Takes a session with `subscription.latest_invoice` expanded, fetched at `at`; null while the session is open. */
export function reportOfFetchedSession(session: Stripe.Checkout.Session, at: string): GatewayAnswer | null {
  if (session.status === 'expired')
    return answerAt(at, reportOfSession(session, [{ kind: 'checkout_failed', failed_at: at }]));
  const { subscription } = session;
  if (session.status !== 'complete' || subscription === null || typeof subscription === 'string') return null;
  return reportOfFetchedSubscription(subscription, at);
}

/** Takes a subscription with `latest_invoice` expanded, fetched at `at`. */
export function reportOfFetchedSubscription(
  subscription: Stripe.Subscription,
  at: string,
): GatewayAnswer | null {
  const facts = factsOfSubscription(subscription, at);
  const invoice = subscription.latest_invoice;
  if (invoice !== null && typeof invoice !== 'string')
    facts.push(...factsOfInvoice(invoice, at).filter(isCertain));
  return answerAt(at, reportOfSubscription(subscription, facts));

  /** An open invoice counts as failed only once Stripe calls the subscription overdue: some payments take days. */
  function isCertain({ kind }: GatewayFact): boolean {
    return kind !== 'payment_failed' || OVERDUE.has(subscription.status);
  }
}

function answerAt(at: string, report: GatewayReport | null): GatewayAnswer | null {
  return report && { ...report, at };
}

function reportOfSession(session: Stripe.Checkout.Session, facts: GatewayFact[]): GatewayReport | null {
  const token = session.metadata?.[TOKEN_KEY];
  if (!token) return null;
  return { token, subscriptionId: idOf(session.subscription), customerId: idOf(session.customer), facts };
}

function reportOfSubscription(subscription: Stripe.Subscription, facts: GatewayFact[]): GatewayReport | null {
  const token = subscription.metadata[TOKEN_KEY];
  if (!token) return null;
  return { token, subscriptionId: subscription.id, customerId: idOf(subscription.customer), facts };
}

function reportOfInvoice(invoice: Stripe.Invoice, at: string): GatewayReport | null {
  const details = invoice.parent?.subscription_details;
  const token = details?.metadata?.[TOKEN_KEY];
  if (!details || !token) return null;
  return {
    token,
    subscriptionId: idOf(details.subscription),
    customerId: idOf(invoice.customer),
    facts: factsOfInvoice(invoice, at),
  };
}

function factsOfSubscription(subscription: Stripe.Subscription, at: string): GatewayFact[] {
  const cancel_at_period_end = subscription.cancel_at_period_end || subscription.cancel_at !== null;
  const facts: GatewayFact[] = [{ kind: 'cancel_changed', cancel_at_period_end, changed_at: at }];
  if (subscription.ended_at !== null)
    facts.push({ kind: 'ended', ended_at: timestampOf(subscription.ended_at) });
  return facts;
}

/** Facts of an invoice that was paid or failed. A draft, or one that waits for its first attempt, says nothing yet. */
function factsOfInvoice(invoice: Stripe.Invoice, at: string): GatewayFact[] {
  const currency = Currency.safeParse(invoice.currency.toUpperCase());
  const period = periodOf(invoice);
  if (!currency.success || !period || !invoice.id || !paysForPeriod(invoice)) return [];
  const payment = {
    payment_id: invoice.id,
    credit_cents: creditUsedBy(invoice),
    currency: currency.data,
    ...period,
  };
  if (invoice.status === 'paid') {
    const paidAt = invoice.status_transitions.paid_at;
    const paid_at = paidAt === null ? at : timestampOf(paidAt);
    return [{ kind: 'paid', paid_at, amount_cents: invoice.amount_paid, ...payment }];
  }
  if (invoice.status === 'open' && invoice.attempt_count > 0)
    return [{ kind: 'payment_failed', failed_at: at, amount_cents: invoice.amount_due, ...payment }];
  return [];
}

/** Returns the part of the customer's credit that an invoice used. Stripe shows credit as a balance below zero. */
export function creditUsedBy({ starting_balance, ending_balance }: Stripe.Invoice): number {
  return Math.max(0, (ending_balance ?? starting_balance) - starting_balance);
}

/** True for the invoice of a period; others only credit the rest of a period that was ended early. */
function paysForPeriod({ billing_reason }: Stripe.Invoice): boolean {
  return billing_reason === 'subscription_create' || billing_reason === 'subscription_cycle';
}

/** The period an invoice pays for stands on its lines; the invoice's own period is that of the items before it. */
function periodOf({ lines }: Stripe.Invoice): { period_start: string; period_end: string } | undefined {
  const [last] = lines.data.map(({ period }) => period).toSorted((a, b) => b.end - a.end);
  return last && { period_start: timestampOf(last.start), period_end: timestampOf(last.end) };
}

/** The id of a reference, which Stripe sends as an id, or as an object where that was expanded. */
export function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : reference;
}

/** The end of the current period, which stands on the items of a subscription; ours has one item. */
export function periodEndOf({ items }: Stripe.Subscription): string | null {
  const [item] = items.data;
  return item ? timestampOf(item.current_period_end) : null;
}

function timestampOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** When Stripe answered, by its own clock; `now` where the answer does not say. */
export function timeOf({ lastResponse }: Stripe.Response<unknown>, now: Date): string {
  const date = new Date(lastResponse.headers['date'] ?? '');
  return (Number.isNaN(date.getTime()) ? now : date).toISOString();
}
