import { localeOf } from '../../lib/format.ts';

/** Within so many days a day of the week is clear. */
const WEEK_MS = 6 * 24 * 3600 * 1000;

/** "Tuesday 14:00" in the days to come, else the date with the time. */
export function formatScheduled(language: string, timestamp: string, now: number, timeZone?: string): string {
  const at = new Date(timestamp);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone }).format(at);
  if (at.getTime() - now >= WEEK_MS) return format({ dateStyle: 'long', timeStyle: 'short' });
  return `${format({ weekday: 'long' })} ${format({ timeStyle: 'short' })}`;
}
