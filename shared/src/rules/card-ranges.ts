import type { CardRange } from '../contract/figures/boards.ts';
import { shiftedDay } from './time/days.ts';

type Days = { from: string; to: string };

/** Days of a range at a day, both included; undefined for `fixed`, which has its own days. */
export function daysOfRange(range: CardRange, today: string): Days | undefined {
  const firstOf = (day: string) => `${day.slice(0, 7)}-01`;
  const last = (days: number): Days => ({ from: shiftedDay(today, 1 - days), to: today });
  switch (range) {
    case 'last_7_days':
      return last(7);
    case 'last_30_days':
      return last(30);
    case 'last_90_days':
      return last(90);
    case 'last_365_days':
      return last(365);
    case 'this_month':
      return { from: firstOf(today), to: today };
    case 'last_month': {
      const to = shiftedDay(firstOf(today), -1);
      return { from: firstOf(to), to };
    }
    case 'this_year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    default:
      return undefined;
  }
}
