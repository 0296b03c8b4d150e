import { dayNumber, dayOf } from '@vitrin/shared/rules/time/days.ts';
import { formatDay, formatDays } from '../lib/format.ts';
import { dayNumberAt } from './past-day.ts';

/** Further ahead than this, a weekday may be that of the week after next. */
const MOST_WEEKDAYS = 6;
const MOST_DAYS = 13;
const MOST_WEEKS = 8;

type DueDay = { words: string; isPast: boolean };

/**
 * Words for a promised day: today, a weekday, "in 9 days" or a date; past ones as "3 days ago" or, with `isQuiet`,
 * which puts no pressure on the reader, as a date. Days are those of `timeZone`, by default the reader's.
 */
export function dueDay(
  language: string,
  day: string,
  { now, timeZone, isQuiet }: { now: number; timeZone?: string | undefined; isQuiet: boolean },
): DueDay {
  const today = dayNumberAt(new Date(now), timeZone);
  const days = dayNumber(day) - today;
  const isPast = days < 0;
  if (days > 1 && days <= MOST_WEEKDAYS) return { words: formatDay(language, day, 'weekday'), isPast };
  const weeks = Math.round(days / 7);
  if ((isPast && isQuiet) || Math.abs(weeks) > MOST_WEEKS) {
    const isThisYear = day.slice(0, 4) === dayOf(today).slice(0, 4);
    return { words: formatDay(language, day, isThisYear ? 'short' : 'medium'), isPast };
  }
  if (Math.abs(days) <= MOST_DAYS) return { words: formatDays(language, days, 'day'), isPast };
  return { words: formatDays(language, weeks, 'week'), isPast };
}
