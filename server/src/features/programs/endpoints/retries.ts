/** Pauses before the attempts that follow a failed one: 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const PAUSES_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** A pause is longer by up to this share of it, so that what failed together does not come again together. */
const JITTER = 0.2;

const DAY_SECONDS = 24 * 3600;

/** Returns the seconds before the next attempt, Retry-After up to a day; undefined after the last. `random` is from 0 to 1. */
export function retrySeconds(
  failed: number,
  { retryAfter, now, random }: { retryAfter: string | undefined; now: Date; random: number },
): number | undefined {
  const pause = PAUSES_SECONDS[failed - 1];
  if (pause === undefined) return undefined;
  return Math.max(pause * (1 + random * JITTER), Math.min(askedSeconds(retryAfter, now), DAY_SECONDS));
}

/** Returns the seconds of a Retry-After, a number or a date (RFC 9110); 0 otherwise. */
function askedSeconds(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const seconds = (Date.parse(header) - now.getTime()) / 1000;
  return seconds > 0 ? seconds : 0;
}
