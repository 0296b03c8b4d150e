const MAX_NAME_LENGTH = 64;

/** Time zone of readers with a browser that reports none. */
export const DEFAULT_ZONE = 'UTC';

/** Reader's time zone by the name that a browser gives; undefined for an invalid name. */
export function supportedTimeZone(name: string | undefined): string | undefined {
  if (!name || name.length > MAX_NAME_LENGTH) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const DAY_MILLISECONDS = 24 * 3600 * 1000;

const FIRST_MONDAY = 4;

/** Formats are cached: one takes a tenth of a millisecond, and there are some 600 zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Day in a zone, as a number of days since 1970-01-01. */
export function dayIn(zone: string, at: Date): number {
  return Math.floor(localMilliseconds(zone, at) / DAY_MILLISECONDS);
}

export function weekIn(zone: string, at: Date): number {
  return Math.floor((dayIn(zone, at) - FIRST_MONDAY) / 7);
}

/** Time of a full hour on the Monday of a week in a zone. */
export function mondayOf(zone: string, week: number, hour: number): Date {
  return timeOn(zone, week * 7 + FIRST_MONDAY, hour);
}

/**
 * First time of a full hour on a day (since 1970-01-01) in a zone; an hour that clocks skip is the moment of change.
 */
export function timeOn(zone: string, day: number, hour: number): Date {
  const local = day * DAY_MILLISECONDS + hour * 3600 * 1000;
  // Clocks never change twice within two days.
  const offsets = [-1, 1].map((days) => offsetIn(zone, new Date(local + days * DAY_MILLISECONDS)));
  const earlier = local - Math.max(...offsets);
  const later = local - Math.min(...offsets);
  return new Date(localMilliseconds(zone, new Date(earlier)) === local ? earlier : later);
}

export function offsetIn(zone: string, at: Date): number {
  return localMilliseconds(zone, at) - Math.floor(at.getTime() / 1000) * 1000;
}

/** Local time of a zone in milliseconds, as if it were UTC. */
function localMilliseconds(zone: string, at: Date): number {
  let format = formats.get(zone);
  if (!format) {
    const numeric = 'numeric';
    format = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    });
    formats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}
