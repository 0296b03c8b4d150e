const DAY_MILLISECONDS = 24 * 3600 * 1000;

export const FORECAST_DAYS = 30;

const MAX_DAYS_AHEAD = 10 * 365;

type StorageUse = {
  usedBytes: number;
  limitBytes: number;
  recentBytes: number;
};

/** UTC day on which the limit is reached at the recent pace: today if already reached, null beyond the forecast. */
export function limitReachedOn({ usedBytes, limitBytes, recentBytes }: StorageUse, now: Date): string | null {
  const leftBytes = limitBytes - usedBytes;
  if (leftBytes <= 0) return dayOf(now);
  if (recentBytes <= 0) return null;
  const daysAhead = Math.ceil((leftBytes * FORECAST_DAYS) / recentBytes);
  return daysAhead > MAX_DAYS_AHEAD ? null : dayOf(new Date(now.getTime() + daysAhead * DAY_MILLISECONDS));
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
