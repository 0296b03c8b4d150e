import { Kysely, type LogConfig, PostgresAdapter } from 'kysely';
import { createPostgresDialect, type PostgresOptions } from '@vitrin/engine/postgres/postgres-dialect.ts';
import { LISTEN_NAMES, NOTE_CHANGE } from './changes/names.ts';
import type { Schema } from './schema.ts';
import { NodeSqliteDialect } from '@vitrin/engine/sqlite/sqlite-dialect.ts';

export type Database = Kysely<Schema>;

/**
 * Connects to PostgreSQL by `databaseUrl`, else opens the SQLite file, with `readOnly` for reading alone. `:memory:`, in
 * tests, begins with the bytes of `content`. A full disk calls `makeRoom` and repeats the statement if that freed some;
 * `log` takes a line for every statement that ended.
 */
export function connectDatabase(
  target:
    | ({ databaseUrl: string } & PostgresOptions)
    | { sqlitePath: string; readOnly?: boolean; makeRoom?: () => boolean; content?: Uint8Array },
  log?: LogConfig,
): Database {
  const dialect =
    'databaseUrl' in target
      ? createPostgresDialect(target.databaseUrl, LISTEN_NAMES, target)
      : new NodeSqliteDialect(target.sqlitePath, { ...target, noteChange: NOTE_CHANGE });
  return new Kysely<Schema>({ dialect, ...(log && { log }) });
}

export function openSnapshot(sqlitePath: string): Database {
  return new Kysely<Schema>({ dialect: new NodeSqliteDialect(sqlitePath, { readOnly: true }) });
}

export function isPostgres(db: Pick<Database, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
