import type { Context } from '../../context.ts';
import type { Database } from '../../database/connect.ts';
import { recountFilesOf } from '../../database/file-sums.ts';
import { lockProject, lockUser } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { getMilestoneCount } from './milestone-count-queries.ts';
import { updateProject } from './queries.ts';
import { findStoredCounts, listFreelancerIds, listOwnedIds } from './recount-queries.ts';
import { derivedColumns, recountTextBytes } from './sums.ts';

export function listFreelancers({ db }: Pick<Context, 'db'>): AsyncGenerator<number, void> {
  return everyId((after) => listFreelancerIds(db, after));
}

/** Recounts each project in its own transaction, beside people's work; returns the projects and the wrong rows. */
export async function recountProjectsOf(
  context: Pick<Context, 'db'>,
  ownerId: number,
): Promise<{ projects: number; corrected: number }> {
  let [projects, corrected] = [0, 0];
  for await (const id of everyId((after) => listOwnedIds(context.db, ownerId, after))) {
    const isCorrected = await inTransaction(context, (tx) => recountOne(tx.db, ownerId, id));
    projects += 1;
    if (isCorrected) corrected += 1;
  }
  return { projects, corrected };
}

async function recountOne(db: Database, ownerId: number, id: number): Promise<boolean> {
  await lockUser(db, ownerId);
  await lockProject(db, id);
  const stored = await findStoredCounts(db, ownerId, id);
  if (!stored) return false;
  const { before, after } = await recountTextBytes(db, id);
  const { status_override, ...count } = await getMilestoneCount(db, id);
  const counted = derivedColumns(count, status_override);
  const isSame =
    stored.milestones_total === counted.milestones_total &&
    stored.milestones_completed === counted.milestones_completed &&
    stored.progress === counted.progress &&
    stored.status === counted.status;
  if (!isSame) await updateProject(db, id, counted);
  const areFilesWrong = await recountFilesOf(db, id);
  return before !== after || !isSame || areFilesWrong;
}

async function* everyId(list: (after: number) => Promise<number[]>): AsyncGenerator<number, void> {
  for (let after = 0; ;) {
    const ids = await list(after);
    const last = ids.at(-1);
    if (last === undefined) return;
    yield* ids;
    after = last;
  }
}
