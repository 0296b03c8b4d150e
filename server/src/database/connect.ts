import { Kysely, type LogConfig, PostgresAdapter } from 'kysely';
import { createPostgresDialect, type PostgresOptions } from '@vitrin/engine/postgres/postgres-dialect.ts';
import { LISTEN_NAMES, NOTE_CHANGE } from './changes/names.ts';
import type { Schema } from './schema.ts';
import { NodeSqliteDialect } from '@vitrin/engine/sqlite/sqlite-dialect.ts';

/** The database, or a transaction on it: queries take either. */
export type Database = Kysely<Schema>;

/**
 * Connects to PostgreSQL by `databaseUrl`, else opens the SQLite file (`:memory:` in tests),
 * `readOnly` for reading alone, `isLent` where another connection of this process lends it (LentFile). `makeRoom` is called
 * when the disk is full; where it frees some, what failed is done again. `log` takes a line for every statement that ended.
 */
export function connectDatabase(
  target:
    | ({ databaseUrl: string } & PostgresOptions)
    | { sqlitePath: string; readOnly?: boolean; isLent?: boolean; makeRoom?: () => boolean },
  log?: LogConfig,
): Database {
  const dialect =
    'databaseUrl' in target
      ? createPostgresDialect(target.databaseUrl, LISTEN_NAMES, target)
      : new NodeSqliteDialect(target.sqlitePath, { ...target, noteChange: NOTE_CHANGE });
  return new Kysely<Schema>({ dialect, ...(log && { log }) });
}

/** Opens another connection to a SQLite file for reading only; see inSnapshot. */
export function openSnapshot(sqlitePath: string): Database {
  return new Kysely<Schema>({ dialect: new NodeSqliteDialect(sqlitePath, { readOnly: true }) });
}

export function isPostgres(db: Pick<Database, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
