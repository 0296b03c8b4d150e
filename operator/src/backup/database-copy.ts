import { join } from 'node:path';
import { DatabaseSync, backup } from 'node:sqlite';
import { contentOf, type Content, readFileBytes, syncFile } from './durable-files.ts';
import {
  connectPostgres,
  type DatabaseFacts,
  openPostgres,
  openSqlite,
  type Reader,
  readFacts,
  readFactsAndClose,
  requireSqlite,
} from './database-reader.ts';
import { REPLACE_DAMAGED } from '@vitrin/server/database/data-dir/replace-damaged.ts';
import { BackupError } from './errors.ts';
import { columnsOf, POSTGRES_COLUMNS } from './named-objects.ts';
import { runPostgresProgram } from './postgres-programs.ts';

/** A copy of the database as it was at one moment. */
export type DatabaseCopy = Content &
  DatabaseFacts & { kind: 'sqlite' | 'postgres'; file: 'database.sqlite' | 'database.dump' };

type DatabaseLocation = { dataDir: string; databaseUrl: string | undefined };

/** More pages than any database has: one step copies all of them, so that writers cannot make it begin anew. */
const ALL_PAGES = 2 ** 31 - 1;

/** Copies the database into a folder while the server runs. */
export async function copyDatabase(
  { dataDir, databaseUrl }: DatabaseLocation,
  folder: string,
): Promise<DatabaseCopy> {
  return databaseUrl === undefined ? copySqlite(requireSqlite(dataDir), folder) : dump(databaseUrl, folder);
}

/** Opens the database of the running installation to read from. */
export async function openLiveDatabase({ dataDir, databaseUrl }: DatabaseLocation): Promise<Reader> {
  return databaseUrl === undefined ? openSqlite(requireSqlite(dataDir)) : openPostgres(databaseUrl);
}

async function copySqlite(path: string, folder: string): Promise<DatabaseCopy> {
  const file = 'database.sqlite';
  const copy = join(folder, file);
  const source = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    await backup(source, copy, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  leaveLogBehind(copy);
  requireWhole(copy);
  const facts = await readFactsAndClose(openSqlite(copy));
  await syncFile(copy);
  return { kind: 'sqlite', file, ...(await contentOf(readFileBytes(copy))), ...facts };
}

/** Marks the copy as a single file: its source has a log beside it, and the copy does not. */
function leaveLogBehind(copy: string): void {
  const database = new DatabaseSync(copy);
  database.exec('pragma journal_mode = delete');
  database.close();
}

/**
 * The copy is made page by page without checks, so a damaged database must be caught before it replaces good
 * backups.
 */
function requireWhole(copy: string): void {
  const database = new DatabaseSync(copy, { readOnly: true });
  try {
    const found = String(database.prepare('pragma quick_check(1)').get()?.['quick_check']);
    if (found !== 'ok')
      throw new BackupError(
        `The database file is damaged (${found.replaceAll('\n', ' ')}), and backups of before are not: ${REPLACE_DAMAGED}.`,
      );
  } finally {
    database.close();
  }
}

/** pg_dump and our own statements read the same snapshot of the database. */
async function dump(databaseUrl: string, folder: string): Promise<DatabaseCopy> {
  const file = 'database.dump';
  const client = await connectPostgres(databaseUrl);
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
    const read = async (statement: string) => (await client.query<Record<string, unknown>>(statement)).rows;
    const facts = await readFacts(read, columnsOf(await read(POSTGRES_COLUMNS)));
    const snapshot = `--snapshot=${rows[0]?.snapshot ?? ''}`;
    await runPostgresProgram('pg_dump', databaseUrl, [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      snapshot,
      `--file=${join(folder, file)}`,
    ]);
    await syncFile(join(folder, file));
    return { kind: 'postgres', file, ...(await contentOf(readFileBytes(join(folder, file)))), ...facts };
  } finally {
    await client.end();
  }
}
