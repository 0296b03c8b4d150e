import type { Database } from '../../database/connect.ts';
import { pageAfter } from '../../database/pages.ts';

export async function listOwnedIds(db: Database, ownerId: number, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('owner_id', '=', ownerId)
    .$call(pageAfter('id', after))
    .execute();
  return rows.map(({ id }) => id);
}

export async function listFreelancerIds(db: Database, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('user_type', '=', 'freelancer')
    .$call(pageAfter('id', after))
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds the counts of milestones in a project's row; undefined when the owner has no such project any more. */
export function findStoredCounts(db: Database, ownerId: number, id: number) {
  return db
    .selectFrom('projects')
    .select(['milestones_total', 'milestones_completed', 'progress', 'status'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
}
