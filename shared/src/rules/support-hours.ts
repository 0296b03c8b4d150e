import { dayIn, timeOn } from './time-zones.ts';

/** When support is there: weekdays from 1 (Monday) to 7, and hours from 0 to 24 by the clock of a zone. */
type SupportTime = { firstDay: number; lastDay: number; from: number; to: number; zone: string };

/** When support is there: at all times, at some, or nothing is said of it. */
export type SupportHours = 'always' | SupportTime | undefined;

const HOUR_MILLISECONDS = 3600 * 1000;

/** The day number of 1970-01-05, a Monday. */
const FIRST_MONDAY = 4;
const WEEK_DAYS = 7;

/**
 * When an answer is promised that comes within `hours` hours in which support is there; undefined where nothing is
 * promised: 0 hours, or no word about when support is there.
 */
export function answerBy(asked: Date, hours: number, when: SupportHours): Date | undefined {
  if (hours <= 0 || when === undefined) return undefined;
  let left = hours * HOUR_MILLISECONDS;
  if (when === 'always') return new Date(asked.getTime() + left);
  for (let day = dayIn(when.zone, asked); ; day += 1) {
    if (!isOpenOn(when, day)) continue;
    const begin = Math.max(asked.getTime(), timeOn(when.zone, day, when.from).getTime());
    const open = timeOn(when.zone, day, when.to).getTime() - begin;
    if (open >= left) return new Date(begin + left);
    left -= Math.max(0, open);
  }
}

function isOpenOn({ firstDay, lastDay }: SupportTime, day: number): boolean {
  const weekday = ((((day - FIRST_MONDAY) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS) + 1;
  return weekday >= firstDay && weekday <= lastDay;
}
