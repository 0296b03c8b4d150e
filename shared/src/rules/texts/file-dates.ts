import { z } from 'zod';

/** The first moment that a zip can name; before it lie dates that stand for "unknown", such as that of 0. */
const FIRST = Date.UTC(1980);
/** Zips hold dates to two seconds, so that no file gets another one by a way through a zip. */
const PRECISION_MS = 2000;

/**
 * The date of a file as its sender gives it: ISO 8601 with a zone, at most 40 characters (specification 6.16). Undefined
 * for any other text.
 */
export function readFileDate(text: string): Date | undefined {
  if (text.length > 40) return undefined;
  const { data } = z.iso.datetime({ offset: true }).safeParse(text);
  const date = new Date(data ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/**
 * Date that is kept of a file that arrives now, as ISO 8601 in UTC (specification 6.16): to two seconds, never later than
 * `now`; null for a date before 1980, which says nothing.
 */
export function keptFileDate(given: Date, now: Date): string | null {
  const time = Math.min(given.getTime(), now.getTime());
  return time < FIRST ? null : new Date(time - (time % PRECISION_MS)).toISOString();
}
