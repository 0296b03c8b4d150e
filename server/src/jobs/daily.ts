import type { Context } from '../context.ts';
import { enqueue } from './enqueue.ts';
import type { JobPayloads } from './kinds.ts';
import { countJobs } from './queries.ts';

const DAY_SECONDS = 24 * 3600;

type PlainKind = {
  [Kind in keyof JobPayloads]: JobPayloads[Kind] extends Record<string, never> ? Kind : never;
}[keyof JobPayloads];

/** Enqueues a daily job unless it is in the outbox already; called at the start. */
export async function scheduleDaily(context: Pick<Context, 'db' | 'now'>, kind: PlainKind): Promise<void> {
  if ((await countJobs(context.db, kind)) === 0) await enqueue(context, kind, {});
}

/** Repeats the job tomorrow, called by itself; if two instances enqueued it at once, only one goes on. */
export async function repeatTomorrow(context: Pick<Context, 'db' | 'now'>, kind: PlainKind): Promise<void> {
  if ((await countJobs(context.db, kind)) <= 1) await enqueue(context, kind, {}, DAY_SECONDS);
}
