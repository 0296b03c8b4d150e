const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** A calendar day such as 2026-11-20 as a number of days since 1970-01-01. */
export function dayNumber(day: string): number {
  return Date.parse(day) / DAY_MILLISECONDS;
}

export function dayOf(number: number): string {
  return new Date(number * DAY_MILLISECONDS).toISOString().slice(0, 10);
}

/** The day `days` later, or earlier if it is negative. */
export function shiftedDay(day: string, days: number): string {
  return dayOf(dayNumber(day) + days);
}
