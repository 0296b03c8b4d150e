import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { syncFile } from '../backup/durable-files.ts';
import { type Database, isPostgres } from '@vitrin/server/database/connect.ts';
import { recountAllFiles } from '@vitrin/server/database/file-sums.ts';
import { runMigrations } from '@vitrin/server/database/migrate.ts';
import { readInstallationIfAny, saveInstallation } from '@vitrin/server/database/read-only/state.ts';
import { inTransaction } from '@vitrin/server/database/transaction.ts';
import { syncFolder } from '@vitrin/engine/disk/durable-folders.ts';
import { MoveError } from './errors.ts';
import { type Installation, openDatabase } from './installation.ts';
import { lastNumberOf, listTables, readRows, type Row, type Table } from './rows.ts';

const UNFINISHED = 'vitrin.sqlite.unfinished';

/** Called with the size of each batch of rows copied or compared. */
type OnRows = (count: number) => void;

/**
 * Copies every row of a read-only installation into an empty database, all or nothing, even if the process is
 * killed: on PostgreSQL in one transaction, on SQLite in a file that is renamed once complete. A copy that
 * was interrupted starts again from the beginning; a finished one stays.
 */
export async function copyRows(
  from: Database,
  to: Installation,
  move: string,
  onRows: OnRows,
): Promise<void> {
  if (to.config.databaseUrl !== undefined) {
    const db = openDatabase(to);
    try {
      await fill(from, db, move, onRows);
    } finally {
      await db.destroy();
    }
    return;
  }
  const { dataDir } = to.config;
  const path = join(dataDir, 'vitrin.sqlite');
  if (existsSync(path) && (await isFilled(to, move))) return;
  await removeDatabase(join(dataDir, UNFINISHED));
  const db = openDatabase(to, UNFINISHED);
  try {
    await fill(from, db, move, onRows);
  } finally {
    await db.destroy();
  }
  await removeDatabase(path);
  await syncFile(join(dataDir, UNFINISHED));
  await rename(join(dataDir, UNFINISHED), path);
  await syncFolder(dataDir);
}

/** A server that was started here meanwhile has refused to, but may have left an empty file. */
async function isFilled(to: Installation, move: string): Promise<boolean> {
  const db = openDatabase(to);
  try {
    if ((await readInstallationIfAny(db))?.move === move) return true;
    if ((await db.introspection.getTables()).length === 0) return false;
  } finally {
    await db.destroy();
  }
  throw new MoveError(
    `There is another database in ${to.config.dataDir} now: move it aside, then move again.`,
  );
}

async function removeDatabase(path: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-journal']) await rm(`${path}${end}`, { force: true });
}

async function fill(from: Database, to: Database, move: string, onRows: OnRows): Promise<void> {
  if ((await readInstallationIfAny(to))?.move === move) return;
  await runMigrations(to);
  const tables = await sameTables(from, to);
  await inTransaction({ db: to }, async (tx) => {
    const restoreReferences = await withoutReferences(tx.db);
    // Migrations have written plans of their own.
    for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(tx.db);
    for (const table of tables) {
      await insertAll(from, tx.db, table, onRows);
      if (table.isNumbered) await goOnCounting(tx.db, table, await lastNumberOf(from, table));
    }
    await restoreReferences();
    await recountAllFiles(tx.db);
    await saveInstallation(tx.db, {
      state: 'moving',
      since: new Date().toISOString(),
      move,
      moved_to: null,
      files_in: null,
    });
  });
}

/** The tables of both. Throws MoveError where they differ, which two releases would. */
export async function sameTables(from: Database, to: Database): Promise<Table[]> {
  const [ours, theirs] = [await listTables(from), await listTables(to)];
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return ours;
  throw new MoveError(
    'The two databases have other tables: start this release once on the old one, then move.',
  );
}

async function insertAll(from: Database, to: Database, table: Table, onRows: OnRows): Promise<void> {
  const { name, columns } = table;
  const names = sql.join(columns.map((column) => sql.ref(column)));
  for await (const rows of readRows(from, name)) {
    const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    try {
      await sql`insert into ${sql.table(name)} (${names}) values ${sql.join(values)}`.execute(to);
    } catch (error) {
      throw sayWhy(error, name, rows);
    }
    onRows(rows.length);
  }
}

/** character_not_in_repertoire on PostgreSQL, which a text with U+0000 is to it. */
const NOT_A_TEXT = '22021';

function sayWhy(error: unknown, table: string, rows: Row[]): unknown {
  if ((error as { code?: unknown }).code !== NOT_A_TEXT) return error;
  const row = rows.find((each) => Object.values(each).some((value) => String(value).includes('\0')));
  return new MoveError(
    `The table ${table} has a text with the character U+0000, which PostgreSQL does not take: row ${JSON.stringify(row?.['id'] ?? null)}.`,
  );
}

/** Rows name each other in circles, so what they name is checked once all of them are there. */
async function withoutReferences(db: Database): Promise<() => Promise<void>> {
  if (!isPostgres(db)) {
    await sql`pragma defer_foreign_keys = on`.execute(db);
    return async () => {};
  }
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select r.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`.execute(db);
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db);
  return async () => {
    for (const { table, name, definition } of rows)
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
        db,
      );
  };
}

/** The next row gets a number that none has had before, in the old database either. */
async function goOnCounting(db: Database, { name }: Table, last: number): Promise<void> {
  if (isPostgres(db)) {
    const sequence = sql`pg_get_serial_sequence(${`"${name}"`}, 'id')`;
    await sql`select setval(${sequence}, ${Math.max(last, 1)}, ${last > 0})`.execute(db);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${name}`.execute(db);
  if (last > 0) await sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`.execute(db);
}
