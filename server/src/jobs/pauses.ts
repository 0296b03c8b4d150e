/** How long a job is kept from others; renewed while it runs. */
export const LOCK_SECONDS = 15 * 60;

const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 6 * 3600;
export const LONGEST_AWAY_PAUSE_SECONDS = 60;

/** Pause before the next attempt: 5 s, 10 s, 20 s ... at most 6 hours. */
export function pauseSeconds(attempts: number): number {
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS);
}

/** Returns the pause of all mails after one of this age did not reach the mail server. */
export function awayPauseSeconds(ageSeconds: number): number {
  return Math.min(Math.max(ageSeconds, FIRST_PAUSE_SECONDS), LONGEST_AWAY_PAUSE_SECONDS);
}
