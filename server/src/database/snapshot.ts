import { sql } from 'kysely';
import { type Database, isPostgres, openSnapshot } from './connect.ts';

/**
 * Runs `work`, which only reads, with a database as it is at one moment, while others read and write. For lists so long
 * that they are read by pages. On SQLite that is another connection, which blocks no one; on a database in memory,
 * which has one connection, it is a transaction.
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
  if (!path) return db.transaction().setAccessMode('read only').execute(work);
  const snapshot = openSnapshot(path);
  try {
    return await snapshot.transaction().setAccessMode('read only').execute(work);
  } finally {
    await snapshot.destroy();
  }
}
