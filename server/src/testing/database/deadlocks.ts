import { sql } from 'kysely';
import { type Database, isPostgres } from '../../database/connect.ts';

/**
 * Deadlocks that PostgreSQL has found in this database, each of which ended a transaction; 0 on SQLite, which lets one
 * transaction write at a time.
 */
export async function countDeadlocks(db: Database): Promise<number> {
  if (!isPostgres(db)) return 0;
  const { rows } = await sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db);
  return Number(rows[0]?.deadlocks);
}
