import type { Context } from '../context.ts';

/** Older looks, visits and plays go after KEEP_LOOKS_MONTHS (specification 6.10). A missing day is the month's last. */
export function looksKeptSince({ now, config }: Pick<Context, 'now' | 'config'>): string {
  const since = now();
  const day = since.getUTCDate();
  since.setUTCMonth(since.getUTCMonth() - config.keepLooksMonths);
  if (since.getUTCDate() !== day) since.setUTCDate(0);
  return since.toISOString();
}
