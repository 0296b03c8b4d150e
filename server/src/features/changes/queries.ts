import type { Database } from '../../database/connect.ts';

export async function listLiveSessions(db: Database, ids: number[], now: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', ids)
    .where('expires_at', '>', now)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns the first time after this one at which a version becomes visible; undefined if none will. */
export async function findNextReady(db: Database, after: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('versions')
    .select('ready_at')
    .where('ready_at', '>', after)
    .orderBy('ready_at')
    .limit(1)
    .executeTakeFirst();
  return row?.ready_at ?? undefined;
}

/**
 * Lists projects with versions that the clock made visible between two times, both included; one shown by an edit is
 * left out, as the edit is a change of its own.
 */
export async function listBecameReady(
  db: Database,
  { from, until }: { from: string; until: string },
): Promise<number[]> {
  const rows = await db
    .selectFrom('versions')
    .select('project_id')
    .distinct()
    .where('ready_at', '>=', from)
    .where('ready_at', '<=', until)
    .whereRef('ready_at', '>', 'edited_at')
    .execute();
  return rows.map(({ project_id }) => project_id);
}
