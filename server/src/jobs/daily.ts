import type { Context } from '../context.ts';
import { enqueue } from './enqueue.ts';
import type { JobPayloads } from './kinds.ts';
import { countJobs } from './queries.ts';

const DAY_SECONDS = 24 * 3600;

/** Kinds of jobs that carry nothing. */
type PlainKind = {
  [Kind in keyof JobPayloads]: JobPayloads[Kind] extends Record<string, never> ? Kind : never;
}[keyof JobPayloads];

/** At the start: puts a daily job into the outbox unless it is there. */
export async function scheduleDaily(context: Pick<Context, 'db' | 'now'>, kind: PlainKind): Promise<void> {
  if ((await countJobs(context.db, kind)) === 0) await enqueue(context, kind, {});
}

/** In the job itself: once more tomorrow. Where two instances scheduled it at once, only one goes on. */
export async function repeatTomorrow(context: Pick<Context, 'db' | 'now'>, kind: PlainKind): Promise<void> {
  if ((await countJobs(context.db, kind)) <= 1) await enqueue(context, kind, {}, DAY_SECONDS);
}
