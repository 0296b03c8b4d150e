import type { Context } from '../context.ts';

/**
 * Time in ISO 8601 before which traces of persons go: single looks, visits and played parts, after KEEP_LOOKS_MONTHS full
 * months (specification 6.10). A day that the earlier month lacks counts as its last one.
 */
export function looksKeptSince({ now, config }: Pick<Context, 'now' | 'config'>): string {
  const since = now();
  const day = since.getUTCDate();
  since.setUTCMonth(since.getUTCMonth() - config.keepLooksMonths);
  if (since.getUTCDate() !== day) since.setUTCDate(0);
  return since.toISOString();
}
