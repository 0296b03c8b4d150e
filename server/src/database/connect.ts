import { Kysely, PostgresAdapter } from 'kysely';
import { createPostgresDialect } from './postgres-dialect.ts';
import type { Schema } from './schema.ts';
import { createSnapshotDialect, NodeSqliteDialect } from './sqlite-dialect.ts';

/** The database, or a transaction on it: queries take either. */
export type Database = Kysely<Schema>;

/** `databaseUrl` for PostgreSQL, else the path of the SQLite file (`:memory:` in tests). */
export function connectDatabase(target: { databaseUrl: string } | { sqlitePath: string }): Database {
  const dialect =
    'databaseUrl' in target
      ? createPostgresDialect(target.databaseUrl)
      : new NodeSqliteDialect(target.sqlitePath);
  return new Kysely<Schema>({ dialect });
}

/** A further connection to a SQLite file, to be read only; see inSnapshot. */
export function openSnapshot(sqlitePath: string): Database {
  return new Kysely<Schema>({ dialect: createSnapshotDialect(sqlitePath) });
}

export function isPostgres(db: Pick<Database, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
