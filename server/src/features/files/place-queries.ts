import { sql } from 'kysely';
import type { Database } from '../../database/connect.ts';

/** Returns the place of a file in its version, from 1, and the number of the version's files. */
export async function getPlace(
  db: Database,
  { id, version_id }: { id: number; version_id: number },
): Promise<{ place: number; count: number }> {
  const places = placesOf(db, version_id).as('places');
  return db
    .selectFrom(places)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`max(case when id = ${id} then place end)`.as('place'),
    ])
    .executeTakeFirstOrThrow();
}

/** Moves a file to a place from 1 to the number of its version's files, and numbers all of these anew. */
export async function placeFile(
  db: Database,
  { id, version_id }: { id: number; version_id: number },
  place: number,
): Promise<void> {
  const others = placesOf(db, version_id, id).as('others');
  const position = sql<number>`case when others.place < ${place} then others.place else others.place + 1 end`;
  await db
    .updateTable('files')
    .from(others)
    .set({ position })
    .whereRef('files.id', '=', 'others.id')
    .where('files.position', '<>', position)
    .execute();
  await db.updateTable('files').set({ position: place }).where('id', '=', id).execute();
}

/** Selects the files of a version with their places from 1, as if the file `without` were not there. */
function placesOf(db: Database, versionId: number, without = 0) {
  return db
    .selectFrom('files')
    .select(['files.id', sql<number>`row_number() over (order by position, created_at, id)`.as('place')])
    .where('version_id', '=', versionId)
    .where('id', '<>', without);
}
