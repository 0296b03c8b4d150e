import { sql } from 'kysely';
import { type Database, isPostgres, openSnapshot } from './connect.ts';

/** Runs reads of one moment while others write: on SQLite over another connection, in memory as a transaction. */
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
  if (!path) return db.transaction().setAccessMode('read only').execute(work);
  const snapshot = openSnapshot(path);
  try {
    return await snapshot.transaction().setAccessMode('read only').execute(work);
  } finally {
    await snapshot.destroy();
  }
}
