import type { Purchase } from './subscription.ts';

/** Fields of a payment that refunds depend on; times are ISO 8601, UTC. */
type PaidPeriod = {
  amount_cents: number;
  paid_at: string;
  period_start: string;
  period_end: string;
};

/**
 * True if the whole payment is refunded because it bought nothing (decision 0208): the plan was already paid,
 * another purchase had taken over (`replacedAt`) when the period began, or the subscription had ended when
 * the money was collected.
 */
export function paysForNothing(
  { settlement, ended_at }: Pick<Purchase, 'settlement' | 'ended_at'>,
  { paid_at, period_start }: Pick<PaidPeriod, 'paid_at' | 'period_start'>,
  replacedAt: string | null,
): boolean {
  if (settlement === 'duplicate') return true;
  if (replacedAt !== null && period_start >= replacedAt) return true;
  return ended_at !== null && paid_at >= ended_at;
}

/** The share of a payment, in whole cents rounded down, for the time from `moment` to the end of its period. */
export function restCents({ amount_cents, period_start, period_end }: PaidPeriod, moment: string): number {
  const [start, end, from] = [Date.parse(period_start), Date.parse(period_end), Date.parse(moment)];
  if (from <= start) return amount_cents;
  if (from >= end) return 0;
  return Number((BigInt(amount_cents) * BigInt(end - from)) / BigInt(end - start));
}
