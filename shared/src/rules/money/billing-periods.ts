const MONTHS_OF_YEAR = 12;

/**
 * Time `months` after `anchor` (UTC), on its last day in a shorter month: 31 Jan, 28 Feb, 31 Mar (specification 7.7).
 */
export function monthsAfter(anchor: string, months: number): string {
  const date = new Date(anchor);
  const month = date.getUTCFullYear() * MONTHS_OF_YEAR + date.getUTCMonth() + months;
  const [year, monthOfYear] = [Math.floor(month / MONTHS_OF_YEAR), month % MONTHS_OF_YEAR];
  const lastDay = new Date(Date.UTC(year, monthOfYear + 1, 0)).getUTCDate();
  date.setUTCFullYear(year, monthOfYear, Math.min(date.getUTCDate(), lastDay));
  return date.toISOString();
}

/** End of the monthly period that starts at `start`, counted from `anchor`. */
export function periodEndAfter(anchor: string, start: string): string {
  const [first, last] = [new Date(anchor), new Date(start)];
  const between =
    (last.getUTCFullYear() - first.getUTCFullYear()) * MONTHS_OF_YEAR +
    (last.getUTCMonth() - first.getUTCMonth());
  const end = monthsAfter(anchor, between);
  return end > start ? end : monthsAfter(anchor, between + 1);
}
