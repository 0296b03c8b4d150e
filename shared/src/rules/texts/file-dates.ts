import { z } from 'zod';

/** Earliest moment of a zip; earlier dates stand for "unknown", such as that of 0. */
const FIRST = Date.UTC(1980);
/** Precision of zips, so that a file keeps its date through a zip. */
const PRECISION_MS = 2000;

/** A sender's file date: ISO 8601 with a zone, at most 40 characters (specification 6.16); undefined for others. */
export function readFileDate(text: string): Date | undefined {
  if (text.length > 40) return undefined;
  const { data } = z.iso.datetime({ offset: true }).safeParse(text);
  const date = new Date(data ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/**
 * Stored date of a new file (ISO, UTC), to two seconds and never after `now`; null before 1980 (specification 6.16).
 */
export function keptFileDate(given: Date, now: Date): string | null {
  const time = Math.min(given.getTime(), now.getTime());
  return time < FIRST ? null : new Date(time - (time % PRECISION_MS)).toISOString();
}
