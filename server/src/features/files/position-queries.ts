import { sql } from 'kysely';
import type { Database } from '../../database/connect.ts';

/** Returns the position of a file in its version, from 1, and the number of the version's files. */
export async function getPosition(
  db: Database,
  { id, version_id }: { id: number; version_id: number },
): Promise<{ position: number; count: number }> {
  const ranks = ranksOf(db, version_id).as('ranks');
  return db
    .selectFrom(ranks)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`max(case when id = ${id} then rank end)`.as('position'),
    ])
    .executeTakeFirstOrThrow();
}

/** Moves a file to a position from 1 to the number of its version's files, and numbers all of these anew. */
export async function moveFile(
  db: Database,
  { id, version_id }: { id: number; version_id: number },
  rank: number,
): Promise<void> {
  const others = ranksOf(db, version_id, id).as('others');
  const position = sql<number>`case when others.rank < ${rank} then others.rank else others.rank + 1 end`;
  await db
    .updateTable('files')
    .from(others)
    .set({ position })
    .whereRef('files.id', '=', 'others.id')
    .where('files.position', '<>', position)
    .execute();
  await db.updateTable('files').set({ position: rank }).where('id', '=', id).execute();
}

/** Selects the files of a version with their positions from 1, as if the file `without` were not there. */
function ranksOf(db: Database, versionId: number, without = 0) {
  return db
    .selectFrom('files')
    .select(['files.id', sql<number>`row_number() over (order by position, created_at, id)`.as('rank')])
    .where('version_id', '=', versionId)
    .where('id', '<>', without);
}
