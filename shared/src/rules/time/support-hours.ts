import { dayIn, timeOn } from './time-zones.ts';

/** Hours of support: weekdays from 1 (Monday) to 7, and hours from 0 to 24 in a time zone. */
type SupportTime = { firstDay: number; lastDay: number; from: number; to: number; zone: string };

/** Hours of support: at all times, some, or undefined without a promise. */
export type SupportHours = 'always' | SupportTime | undefined;

const HOUR_MILLISECONDS = 3600 * 1000;

const FIRST_MONDAY = 4;
const WEEK_DAYS = 7;

/** Promised end of `hours` support hours; undefined for 0 hours or without hours of support. */
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
