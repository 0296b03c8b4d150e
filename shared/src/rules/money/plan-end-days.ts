const HOUR = 3600 * 1000;
/** A day ends last in the time zone twelve hours behind UTC. */
const LAST_ZONE_HOURS = 12;

/** End of a day such as 2027-01-31 for every reader: noon UTC of the next (decision 0041). Null for an invalid day. */
export function endOfDayEverywhere(day: string): string | null {
  const start = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00.000Z`) : Number.NaN;
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(day)) return null;
  return new Date(start + (24 + LAST_ZONE_HOURS) * HOUR).toISOString();
}

/** Day of an end by `endOfDayEverywhere`, the same in every time zone. */
export function lastGivenDay(end: string): string {
  return new Date(Date.parse(end) - LAST_ZONE_HOURS * HOUR - 1).toISOString().slice(0, 10);
}
