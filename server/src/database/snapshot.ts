import { sql } from 'kysely';
import { type Database, isPostgres, openSnapshot } from './connect.ts';

/**
 * Runs `work` with a database that stands still at one moment, to be read and not written, while everybody else goes
 * on reading and writing: for lists so long that they are read page by page. On SQLite that is a connection of its
 * own, so nobody waits for this one; on a database in memory, which has but one, it is a transaction.
 */
export async function inSnapshot<T>(
  { db }: { db: Database },
  work: (snapshot: Database) => Promise<T>,
): Promise<T> {
  if (isPostgres(db))
    return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
  const { rows } = await sql<{
    file: string;
  }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const path = rows[0]?.file;
  if (!path) return db.transaction().execute(work);
  const snapshot = openSnapshot(path);
  try {
    return await snapshot.transaction().execute(work);
  } finally {
    await snapshot.destroy();
  }
}
