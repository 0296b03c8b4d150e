import type { Context } from '../context.ts';
import { timestampIn, timestampOf } from '../context.ts';
import { currentWork, noteEnqueued, originOfJob } from '../current/current-work.ts';
import { INSTALLATION } from '../tenants/tenant.ts';
import type { JobPayloads } from './kinds.ts';

/** Enqueues in the caller's transaction, so the job runs exactly if that commits, after `delaySeconds` at the earliest. */
export async function enqueue<Kind extends keyof JobPayloads>(
  context: Pick<Context, 'db' | 'now'>,
  kind: Kind,
  payload: JobPayloads[Kind],
  delaySeconds = 0,
): Promise<void> {
  await enqueueAll(context, kind, [{ payload, delaySeconds }]);
}

/** Enqueues jobs by one statement, each after `delaySeconds`, in turns of `tenant`, else of the running request or job. */
export async function enqueueAll<Kind extends keyof JobPayloads>(
  context: Pick<Context, 'db' | 'now'>,
  kind: Kind,
  jobs: readonly { payload: JobPayloads[Kind]; delaySeconds: number; tenant?: string }[],
): Promise<void> {
  if (jobs.length === 0) return;
  const created_at = timestampOf(context);
  const asking = currentWork()?.tenant() ?? INSTALLATION;
  const rows = jobs.map(({ payload, delaySeconds, tenant = asking }) => ({
    kind,
    payload: JSON.stringify(payload),
    run_at: timestampIn(context, delaySeconds),
    created_at,
    tenant,
    ...originOfJob(delaySeconds),
  }));
  await context.db.insertInto('jobs').values(rows).execute();
  if (jobs.some(({ delaySeconds }) => delaySeconds <= 0)) noteEnqueued();
}

const KEYS_PER_JOB = 500;

/** Enqueues the end of the uploads into a version that the caller's transaction deletes. */
export async function enqueueUploadsToDrop(
  context: Pick<Context, 'db' | 'now'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await enqueue(context, 'drop-uploads', { ids: [...ids] });
}

/** Enqueues the deletion of stored objects after the caller's transaction has deleted their rows. */
export async function enqueueObjectDeletion(
  context: Pick<Context, 'db' | 'now'>,
  keys: readonly string[],
): Promise<void> {
  for (let start = 0; start < keys.length; start += KEYS_PER_JOB) {
    await enqueue(context, 'delete-objects', { keys: keys.slice(start, start + KEYS_PER_JOB) });
  }
}
