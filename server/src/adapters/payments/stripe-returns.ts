import type { Stripe } from 'stripe';
import type { ReturnedMoney } from './gateway.ts';
import { idOf } from './stripe-reports.ts';

/** Most refunds or disputes that one question reads; there are more only where an account is used for other things. */
const MOST_READ = 2000;

/** Disputes that a bank has not decided. Inquiries (`warning_...`) move no money and are left out. */
const OPEN: ReadonlySet<string> = new Set([
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
]);

/** The payment intents that paid an invoice fetched with `payments` expanded, and how much each. */
export function paidIntentsOf({ payments }: Stripe.Invoice): { intent: string; cents: number }[] {
  return (payments?.data ?? []).flatMap(({ status, amount_paid, payment }) => {
    const intent = status === 'paid' ? idOf(payment.payment_intent ?? null) : null;
    return intent === null ? [] : [{ intent, cents: amount_paid ?? 0 }];
  });
}

/** Cents of an intent that were refunded or are on their way back, from here or from Stripe's dashboard. */
export async function refundedCents(stripe: Stripe, payment_intent: string): Promise<number> {
  let cents = 0;
  for (const { status, amount } of await some(stripe.refunds.list({ payment_intent, limit: 100 })))
    if (status !== 'failed' && status !== 'canceled') cents += amount;
  return cents;
}

/** Refunds and disputes of an invoice fetched with `payments` expanded, added up. */
export async function returnedOf(stripe: Stripe, invoice: Stripe.Invoice): Promise<ReturnedMoney> {
  let returned_cents = 0;
  const disputed = { open: 0, won: 0, lost: 0 };
  for (const { intent } of paidIntentsOf(invoice)) {
    returned_cents += await refundedCents(stripe, intent);
    for (const { status, amount } of await some(stripe.disputes.list({ payment_intent: intent, limit: 100 })))
      if (OPEN.has(status)) disputed.open += amount;
      else if (status === 'won') disputed.won += amount;
      else if (status === 'lost') disputed.lost += amount;
  }
  const dispute = (['open', 'lost', 'won'] as const).find((state) => disputed[state] > 0) ?? null;
  return { returned_cents, dispute, dispute_cents: dispute === null ? 0 : disputed[dispute] };
}

export async function invoiceOfIntent(stripe: Stripe, payment_intent: string): Promise<string | null> {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent },
    limit: 1,
  });
  return idOf(data[0]?.invoice ?? null);
}

/** The intents of refunds and disputes that were made since a time, each once, newest first. */
export async function intentsReturnedSince(stripe: Stripe, since: Date): Promise<string[]> {
  const made = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 };
  const found = [...(await some(stripe.refunds.list(made))), ...(await some(stripe.disputes.list(made)))];
  return [...new Set(found.flatMap(({ payment_intent }) => idOf(payment_intent) ?? []))];
}

export function intentOfEvent(event: Stripe.Event): string | null {
  switch (event.type) {
    case 'charge.refunded':
    case 'charge.refund.updated':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return idOf(event.data.object.payment_intent);
    default:
      return null;
  }
}

function some<T extends { id: string }>(list: Stripe.ApiListPromise<T>): Promise<T[]> {
  return list.autoPagingToArray({ limit: MOST_READ });
}
