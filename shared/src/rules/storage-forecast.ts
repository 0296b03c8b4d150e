const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** Uploads of this many days make the pace. */
export const FORECAST_DAYS = 30;

/** No forecast is made further ahead than this. */
const MAX_DAYS_AHEAD = 10 * 365;

type StorageUse = {
  usedBytes: number;
  limitBytes: number;
  /** Bytes uploaded in the last FORECAST_DAYS days. */
  recentBytes: number;
};

/**
 * The day (UTC, as in 2026-11-20) on which the storage limit is reached at the pace of the last 30 days: today when it
 * is reached already, null when nothing was uploaded lately or it is more than ten years away.
 */
export function limitReachedOn({ usedBytes, limitBytes, recentBytes }: StorageUse, now: Date): string | null {
  const leftBytes = limitBytes - usedBytes;
  if (leftBytes <= 0) return dayOf(now);
  if (recentBytes <= 0) return null;
  const daysAhead = Math.ceil((leftBytes * FORECAST_DAYS) / recentBytes);
  return daysAhead > MAX_DAYS_AHEAD ? null : dayOf(new Date(now.getTime() + daysAhead * DAY_MILLISECONDS));
}

/** The day of a time, in UTC. */
function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
