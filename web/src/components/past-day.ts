const DAY_MS = 86_400_000;

/** Longer ago than this, a weekday may be that of last week. */
const MOST_WEEKDAYS = 6;

/** Which sentence a past day needs, and the day in words. */
type PastDay = { kind: 'today' | 'yesterday' | 'weekday' | 'date'; day: string };

/** Words for a past day: today's time, yesterday, a weekday or a date, in `timeZone`, by default the reader's. */
export function pastDay(locale: string, timestamp: string, now: number, timeZone?: string): PastDay {
  const at = new Date(timestamp);
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(at);
  const days = dayNumberAt(new Date(now), timeZone) - dayNumberAt(at, timeZone);
  if (days <= 0) return { kind: 'today', day: write({ timeStyle: 'short' }) };
  if (days === 1) return { kind: 'yesterday', day: '' };
  if (days <= MOST_WEEKDAYS) return { kind: 'weekday', day: write({ weekday: 'long' }) };
  return { kind: 'date', day: write({ day: 'numeric', month: 'long' }) };
}

/** Days since 1970, by the calendar of a time zone; the reader's unless one is given. */
export function dayNumberAt(at: Date, timeZone: string | undefined): number {
  // This locale writes 2026-11-20.
  const day = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone,
  }).format(at);
  return Date.parse(day) / DAY_MS;
}
