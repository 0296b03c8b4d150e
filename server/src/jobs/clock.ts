import type { Context } from '../context.ts';
import { timestampIn, timestampOf } from '../context.ts';
import { hastenJob, listEnqueuedAfter, listPausedBeyond, shortenLocks } from './clock-queries.ts';
import { LOCK_SECONDS, LONGEST_AWAY_PAUSE_SECONDS, pauseSeconds } from './pauses.ts';

/** Clocks of instances differ by less. */
const TOLERANCE_SECONDS = 30;
const CHECK_MILLISECONDS = 10 * 60_000;

/** Finds job times of a fast clock, here or elsewhere: at the start, after a step back, and every ten minutes. */
export function createClockWatch(context: Pick<Context, 'db' | 'now' | 'log'>): () => Promise<void> {
  let latest = -Infinity;
  let checkedAt = -Infinity;
  return async () => {
    const time = context.now().getTime();
    const isDue = time < latest || performance.now() - checkedAt > CHECK_MILLISECONDS;
    latest = time;
    if (!isDue) return;
    checkedAt = performance.now();
    await runEarlier(context);
  };
}

async function runEarlier(context: Pick<Context, 'db' | 'now' | 'log'>): Promise<void> {
  const { db, log } = context;
  const now = timestampOf(context);
  let count = 0;
  for (const job of await listEnqueuedAfter(db, timestampIn(context, TOLERANCE_SECONDS))) {
    const delaySeconds = Math.max(0, (Date.parse(job.run_at) - Date.parse(job.created_at)) / 1000);
    await hastenJob(db, job, { run_at: timestampIn(context, delaySeconds), created_at: now });
    count += 1;
  }
  for (const job of await listPausedBeyond(db, timestampIn(context, TOLERANCE_SECONDS))) {
    const pause = job.attempts > 0 ? pauseSeconds(job.attempts) : LONGEST_AWAY_PAUSE_SECONDS;
    const run_at = timestampIn(context, pause);
    if (job.run_at <= timestampIn(context, pause + TOLERANCE_SECONDS)) continue;
    await hastenJob(db, job, { run_at });
    count += 1;
  }
  const latestEnd = timestampIn(context, LOCK_SECONDS + TOLERANCE_SECONDS);
  await shortenLocks(db, latestEnd, timestampIn(context, LOCK_SECONDS));
  if (count > 0) log.warn({ jobs: count }, 'The clock went back: jobs that wait have their times anew');
}
