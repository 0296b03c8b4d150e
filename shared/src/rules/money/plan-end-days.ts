const HOUR = 3600 * 1000;
/** The last time zone in which a day ends: twelve hours behind UTC. */
const LAST_ZONE_HOURS = 12;

/**
 * The time at which a day such as 2027-01-31 has ended everywhere on earth: noon UTC of the next one. A plan given
 * until a day lasts through it for every reader (decision 0041). Null for anything but a day of the calendar.
 */
export function endOfDayEverywhere(day: string): string | null {
  const start = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00.000Z`) : Number.NaN;
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(day)) return null;
  return new Date(start + (24 + LAST_ZONE_HOURS) * HOUR).toISOString();
}

/** The day that ends at such a time, as it was given; the same for every reader in every time zone. */
export function lastGivenDay(end: string): string {
  return new Date(Date.parse(end) - LAST_ZONE_HOURS * HOUR - 1).toISOString().slice(0, 10);
}
