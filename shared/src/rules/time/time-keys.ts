import type { Dimension } from '../../contract/figures/analytics-query.ts';
import { dayNumber, dayOf } from './days.ts';

export type Days = { from: string; to: string };

export const TIMES = ['day', 'week', 'month', 'weekday', 'hour'] as const satisfies readonly Dimension[];
export type TimeDimension = (typeof TIMES)[number];

export function isTime(dimension: Dimension): dimension is TimeDimension {
  return TIMES.some((time) => time === dimension);
}

const HOURS_OF_A_DAY = 24;
const DAYS_OF_A_WEEK = 7;

const FIRST_MONDAY = 4;

/** Every key of a time dimension over some days, in order. */
export function keysOf(dimension: TimeDimension, { from, to }: Days): string[] {
  if (dimension === 'hour')
    return Array.from({ length: HOURS_OF_A_DAY }, (_, hour) => String(hour).padStart(2, '0'));
  if (dimension === 'weekday') return Array.from({ length: DAYS_OF_A_WEEK }, (_, day) => String(day + 1));
  const first = dayNumber(from);
  const days = Array.from({ length: dayNumber(to) - first + 1 }, (_, index) => first + index);
  return [...new Set(days.map((day) => keyOfDay(dimension, day)))];
}

export function keyOfDay(dimension: Exclude<TimeDimension, 'hour'>, day: number): string {
  const monday = mondayOf(day);
  if (dimension === 'weekday') return String(day - monday + 1);
  if (dimension === 'week') return dayOf(monday);
  return dimension === 'day' ? dayOf(day) : monthOf(day);
}

function mondayOf(day: number): number {
  return day - ((((day - FIRST_MONDAY) % DAYS_OF_A_WEEK) + DAYS_OF_A_WEEK) % DAYS_OF_A_WEEK);
}

function monthOf(day: number): string {
  return dayOf(day).slice(0, 7);
}
