import type { Database } from '../../../database/connect.ts';

/** Returns the id of a customer's freelancer; null for a freelancer, and for an unknown id. */
export async function findOwnerOf(db: Database, userId: number): Promise<number | null> {
  const row = await db.selectFrom('users').select('owner_id').where('id', '=', userId).executeTakeFirst();
  return row?.owner_id ?? null;
}

export async function forgetSummaries(db: Database, ownerId: number): Promise<void> {
  await db
    .updateTable('imports')
    .set({ summary: null })
    .where('owner_id', '=', ownerId)
    .where('state', 'in', ['done', 'refused'])
    .execute();
}

export async function deleteImport(db: Database, id: string): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute();
}

export async function deleteDiscarded(db: Database, id: string): Promise<void> {
  await db
    .deleteFrom('imports')
    .where('id', '=', id)
    .where('state', '=', 'refused')
    .where('problem', 'is', null)
    .execute();
}

/** Some of the imports of a freelancer, those that were discarded too. */
export async function listSomeImports(db: Database, ownerId: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('owner_id', '=', ownerId)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes old refused imports; successful ones are remembered for good, so that none is repeated. */
export async function deleteRefusedBefore(db: Database, before: string): Promise<void> {
  await db.deleteFrom('imports').where('state', '=', 'refused').where('ended_at', '<', before).execute();
}
