import { Kysely, PostgresAdapter } from 'kysely';
import { createPostgresDialect } from './postgres-dialect.ts';
import type { Schema } from './schema.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';

/** The database, or a transaction on it: queries take either. */
export type Database = Kysely<Schema>;

/** Connects to PostgreSQL by `databaseUrl`, else opens the SQLite file (`:memory:` in tests). */
export function connectDatabase(target: { databaseUrl: string } | { sqlitePath: string }): Database {
  const dialect =
    'databaseUrl' in target
      ? createPostgresDialect(target.databaseUrl)
      : new NodeSqliteDialect(target.sqlitePath);
  return new Kysely<Schema>({ dialect });
}

/** Opens another connection to a SQLite file for reading only; see inSnapshot. */
export function openSnapshot(sqlitePath: string): Database {
  return new Kysely<Schema>({ dialect: new NodeSqliteDialect(sqlitePath, { readOnly: true }) });
}

export function isPostgres(db: Pick<Database, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
