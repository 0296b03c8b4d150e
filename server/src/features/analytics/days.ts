import { dayIn, timeOn } from '@vitrin/shared/rules/time/time-zones.ts';

const DAY_MILLISECONDS = 24 * 3600 * 1000;
const HALF_HOUR_MILLISECONDS = 30 * 60 * 1000;

/** A day of the reader, as in 2026-11-20, and when it begins. */
type Day = { day: string; begins: number };

/** Returns the last days in a time zone, oldest first, today last. */
export function lastDaysIn(zone: string, count: number, now: Date): Day[] {
  const today = dayIn(zone, now);
  return Array.from({ length: count }, (_, index) => {
    const number = today - (count - 1 - index);
    return {
      day: new Date(number * DAY_MILLISECONDS).toISOString().slice(0, 10),
      begins: timeOn(zone, number, 0).getTime(),
    };
  });
}

/** Returns the day of most of an hour in UTC, as zones may begin at half past; undefined before the first day. */
export function dayOfHour(days: readonly Day[], hour: string): string | undefined {
  const middle = Date.parse(`${hour}:00:00.000Z`) + HALF_HOUR_MILLISECONDS;
  return days.findLast(({ begins }) => begins <= middle)?.day;
}
