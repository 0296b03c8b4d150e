import type { Context } from '../context.ts';

/** Returns the time before which looks, visits and plays go (6.10); a day that a month lacks counts as its last one. */
export function looksKeptSince({ now, config }: Pick<Context, 'now' | 'config'>): string {
  const since = now();
  const day = since.getUTCDate();
  since.setUTCMonth(since.getUTCMonth() - config.keepLooksMonths);
  if (since.getUTCDate() !== day) since.setUTCDate(0);
  return since.toISOString();
}
