import type { Context } from '../context.ts';

/** Returns the time before which looks, visits and plays go (specification 6.10); a day that a month lacks counts as its last one. */
export function looksKeptSince({ now, config }: Pick<Context, 'now' | 'config'>): string {
  const since = now();
  const day = since.getUTCDate();
  since.setUTCMonth(since.getUTCMonth() - config.keepLooksMonths);
  if (since.getUTCDate() !== day) since.setUTCDate(0);
  return since.toISOString();
}

/** How long the sums of hours are kept, which name no person; the sums of days stay (specification 6.10). */
const HOURS_KEPT_MONTHS = 24;

/** The first hour (UTC) of which sums are there, as in 2024-11-20T14. */
export function hoursKeptSince({ now }: Pick<Context, 'now'>): string {
  const since = now();
  since.setUTCMonth(since.getUTCMonth() - HOURS_KEPT_MONTHS);
  return since.toISOString().slice(0, 'yyyy-mm-ddThh'.length);
}
