import type { Context } from '../context.ts';
import { timestampOf } from '../context.ts';
import { dropGivenUpJob, reviveJobs } from './given-up-queries.ts';

/** Makes jobs that gave up due at once, by id or kind, or all for undefined; returns how many. */
export async function retryJobs(
  context: Pick<Context, 'db' | 'now' | 'log'>,
  chosen: { id: number | undefined; kinds: readonly string[] | undefined },
): Promise<number> {
  const jobs = await reviveJobs(context.db, chosen, timestampOf(context));
  for (const { id, kind } of jobs) context.log.info({ job: id, kind, by: 'admin' }, 'Job is tried again');
  return jobs.length;
}

/** Deletes a job that gave up, with its payload; false when there is none of this id. */
export async function dropJob({ db, log }: Pick<Context, 'db' | 'log'>, id: number): Promise<boolean> {
  const job = await dropGivenUpJob(db, id);
  if (job) log.info({ job: job.id, kind: job.kind, by: 'admin' }, 'Job dropped');
  return job !== undefined;
}
