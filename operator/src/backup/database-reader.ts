import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import {
  LostDatabaseError,
  requireDatabaseOf,
  RESTORE_OR_EMPTY,
  SAVE_FROM_SERVER,
} from '@vitrin/server/database/data-dir/lost-database.ts';
import { BackupError, notAllowed } from './errors.ts';
import {
  type Columns,
  columnsOf,
  countAllRows,
  type NamedObject,
  POSTGRES_COLUMNS,
  type ReadRows,
  readNamedObjects,
  SQLITE_COLUMNS,
} from './named-objects.ts';

/** Facts about a database that a backup records in its manifest. */
export type DatabaseFacts = {
  migrations: string[];
  rows: Record<string, number>;
  objects: NamedObject[];
};

/** Reads what a backup notes about a database, all from the state that `read` sees. */
export async function readFacts(read: ReadRows, columns: Columns): Promise<DatabaseFacts> {
  if (!columns.has('kysely_migration'))
    throw new BackupError('The database holds no installation of Vitrin.');
  const migrations = await read('select name from kysely_migration order by name');
  return {
    migrations: migrations.map(({ name }) => String(name)),
    rows: await countAllRows(read, columns),
    objects: await readNamedObjects(read, columns),
  };
}

/** A connection that only reads, beside a server that may be running. */
export type Reader = { read: ReadRows; columns: () => Promise<Columns>; close: () => Promise<void> };

/** Reads what a backup notes about a database, and closes it. */
export async function readFactsAndClose(reader: Reader): Promise<DatabaseFacts> {
  try {
    return await readFacts(reader.read, await reader.columns());
  } finally {
    await reader.close();
  }
}

/** Opens the SQLite file of a DATA_DIR, or of a backup. */
export function openSqlite(path: string): Reader {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  const read: ReadRows = async (statement) => database.prepare(statement).all();
  return {
    read,
    columns: async () => columnsOf(await read(SQLITE_COLUMNS)),
    close: async () => database.close(),
  };
}

/** Connects to PostgreSQL. Throws BackupError when it does not answer. */
export async function openPostgres(databaseUrl: string): Promise<Reader> {
  const client = await connectPostgres(databaseUrl);
  const read: ReadRows = async (statement) => (await client.query<Record<string, unknown>>(statement)).rows;
  return { read, columns: async () => columnsOf(await read(POSTGRES_COLUMNS)), close: () => client.end() };
}

/** A connection for the statements of backups and restores alone. */
export async function connectPostgres(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  try {
    await client.connect();
  } catch (error) {
    throw new BackupError(
      `The database cannot be used: ${error instanceof Error ? error.message : 'no answer'}.`,
    );
  }
  return client;
}

/** The path of the SQLite file of a DATA_DIR. */
export function sqlitePathOf(dataDir: string): string {
  return join(dataDir, 'vitrin.sqlite');
}

/** Throws BackupError when DATA_DIR has no database, or one that was lost. */
export function requireSqlite(dataDir: string): string {
  const path = sqlitePathOf(dataDir);
  const isFound = isThere(path);
  requireNotLost(dataDir);
  if (!isFound)
    throw new BackupError(
      `There is no installation in ${dataDir}: set DATA_DIR, or DATABASE_URL, as for the server.`,
    );
  return path;
}

function requireNotLost(dataDir: string): void {
  try {
    requireDatabaseOf(dataDir);
  } catch (error) {
    if (error instanceof LostDatabaseError)
      throw new BackupError(`${error.message}: ${SAVE_FROM_SERVER}; else ${RESTORE_OR_EMPTY}.`);
    throw error;
  }
}

/** Throws BackupError if permission is denied: a file that cannot be seen is not a missing one. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw new BackupError(notAllowed(path, String((error as NodeJS.ErrnoException).code)));
  }
}
