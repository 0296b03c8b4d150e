import type { Purchase } from './subscription.ts';

type PaidPeriod = {
  amount_cents: number;
  paid_at: string;
  period_start: string;
  period_end: string;
};

/**
 * True if a payment bought nothing and is refunded whole (decision 0208): the plan was already paid, another purchase
 * had replaced this one (`replacedAt`), or the subscription had ended.
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

/** Cents of a payment, rounded down, for the time from `moment` to the end of its period. */
export function restCents({ amount_cents, period_start, period_end }: PaidPeriod, moment: string): number {
  const [start, end, from] = [Date.parse(period_start), Date.parse(period_end), Date.parse(moment)];
  if (from <= start) return amount_cents;
  if (from >= end) return 0;
  return Number((BigInt(amount_cents) * BigInt(end - from)) / BigInt(end - start));
}
