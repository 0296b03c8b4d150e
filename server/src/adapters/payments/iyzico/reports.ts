import type { GatewayAnswer, GatewayFact } from '../gateway.ts';
import type { Order, Subscription } from './answers.ts';

const SUCCESS = 'SUCCESS';
const OVER = new Set(['CANCELED', 'EXPIRED', 'UPGRADED']);

/** A subscription as facts about our purchase. `at` is iyzico's time; `token` is ours, which iyzico does not keep. */
export function reportOf(subscription: Subscription, token: string, at: string): GatewayAnswer {
  const { referenceCode, customerReferenceCode, orders } = subscription;
  const begun = (orders ?? []).filter(({ startPeriod }) => startPeriod <= at);
  return {
    token,
    subscriptionId: referenceCode,
    customerId: customerReferenceCode,
    facts: [...begun.flatMap(paymentsOf), ...(isOver(subscription) ? endOf(subscription, at) : [])],
    at,
  };
}

export function isOver({ subscriptionStatus }: Subscription): boolean {
  return OVER.has(subscriptionStatus);
}

/** Returns the newest month if it was refused and the subscription runs; `lastAttemptAt` is the last refusal. */
export function refusedOrder(
  subscription: Subscription,
  at: string,
): { referenceCode: string; lastAttemptAt: string } | undefined {
  if (isOver(subscription)) return undefined;
  const newest = (subscription.orders ?? [])
    .filter(({ startPeriod }) => startPeriod <= at)
    .toSorted((one, other) => one.startPeriod.localeCompare(other.startPeriod))
    .at(-1);
  const attempts = newest?.paymentAttempts ?? [];
  const lastAttemptAt = attempts
    .map(({ createdDate }) => createdDate)
    .toSorted()
    .at(-1);
  if (
    !newest ||
    lastAttemptAt === undefined ||
    attempts.some(({ paymentStatus }) => paymentStatus === SUCCESS)
  )
    return undefined;
  return { referenceCode: newest.referenceCode, lastAttemptAt };
}

/** An order is one month. A refused attempt is known by the order, one that paid by its payment. */
function paymentsOf(order: Order): GatewayFact[] {
  const { referenceCode, price, currencyCode, startPeriod, endPeriod } = order;
  const attempts = order.paymentAttempts ?? [];
  const details = {
    amount_cents: price,
    credit_cents: 0,
    currency: currencyCode,
    period_start: startPeriod,
    period_end: endPeriod,
  };
  const paid = attempts.filter(
    ({ paymentStatus, paymentId }) => paymentStatus === SUCCESS && paymentId != null,
  );
  if (paid.length > 0)
    return paid.map(({ paymentId, createdDate }) => ({
      ...details,
      kind: 'paid',
      payment_id: String(paymentId),
      paid_at: createdDate,
    }));
  const [refused] = attempts;
  return refused
    ? [{ ...details, kind: 'payment_failed', payment_id: referenceCode, failed_at: refused.createdDate }]
    : [];
}

/** A cancelled subscription stays until the end of what was paid, which iyzico does not say by itself. */
function endOf({ orders }: Subscription, at: string): GatewayFact[] {
  const paidUntil = (orders ?? [])
    .filter(({ paymentAttempts }) => paymentAttempts?.some(({ paymentStatus }) => paymentStatus === SUCCESS))
    .map(({ endPeriod }) => endPeriod)
    .toSorted()
    .at(-1);
  const isPast = paidUntil === undefined || paidUntil <= at;
  return [
    { kind: 'cancel_changed', cancel_at_period_end: true, changed_at: at },
    ...(isPast ? [{ kind: 'ended', ended_at: paidUntil ?? at } as const] : []),
  ];
}
