import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../context.ts';
import type { JobPayloads } from './kinds.ts';
import { deleteJobs, listPayloads } from './mention-queries.ts';

/** Kinds of jobs that name people by more than an id. */
const NAMING = [
  'send-mail',
  'mail-login-code',
  'mail-password-reset',
  'mail-verification',
  'record-refused-login',
] as const;

export type NamingJob = {
  [Kind in (typeof NAMING)[number]]: { kind: Kind; payload: JobPayloads[Kind] };
}[(typeof NAMING)[number]];

/** Deletes the jobs that `isMeant` names, read a few at a time; one that runs just now may still be carried out. */
export async function dropMentions(
  { db }: Pick<Context, 'db'>,
  isMeant: (job: NamingJob) => boolean,
): Promise<void> {
  for (let after = 0; ;) {
    const rows = await listPayloads(db, NAMING, after);
    const last = rows.at(-1);
    if (!last) return;
    const meant = rows.filter(({ kind, payload }) =>
      isMeant({ kind, payload: JSON.parse(payload) as unknown } as NamingJob),
    );
    if (meant.length > 0)
      await deleteJobs(
        db,
        meant.map(({ id }) => id),
      );
    after = last.id;
    await nextTurn();
  }
}
