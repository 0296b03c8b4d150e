import { sql } from 'kysely';
import { type Database, isPostgres } from '@vitrin/server/database/connect.ts';
import { inTransaction } from '@vitrin/server/database/transaction.ts';
import { connectTo } from './installations.ts';
import type { Installation } from '../../backup/back-up.ts';

const NOT_FILLED = ['installation', 'kysely_migration', 'kysely_migration_lock'];
const TIMES = /(_at|_until|_seen|_updated|_from|_start|_end|_since|_by|_for)$|^since$/;
const TEXT = `Işık's "ğ" ⟨\\⟩ – 🌊`;

/** They would name, or make a row name, an object that is not there. */
const NO_OBJECTS = ['faces.logo_key', 'exports.object_bytes', 'import_entries.media_type'];

/** Adds a row to every empty table, with a value in every column, so that no column is copied by accident. */
export async function fillEveryTable(db: Database): Promise<void> {
  if (isPostgres(db)) throw new Error('Only SQLite checks what rows name at the end of a transaction');
  const tables = await db.introspection.getTables();
  await inTransaction({ db }, async (tx) => {
    await sql`pragma defer_foreign_keys = on`.execute(tx.db);
    for (const { name, columns } of tables) {
      if (NOT_FILLED.includes(name)) continue;
      const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx.db);
      if (rows.length > 0) continue;
      const computed = await computedColumns(tx.db, name);
      const given = columns.filter((column) => !computed.has(column.name));
      const values = given.map((column) => valueOf(name, column.name, column.dataType));
      await sql`insert into ${sql.table(name)} (${sql.join(given.map((column) => sql.ref(column.name)))})
        values (${sql.join(values)})`.execute(tx.db);
    }
  });
}

async function computedColumns(db: Database, table: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_xinfo(${table}) where hidden in (2, 3)`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

function valueOf(table: string, column: string, type: string): unknown {
  if (NO_OBJECTS.includes(`${table}.${column}`)) return null;
  // An imported receipt always has an object; here it is the one of a file.
  if (table === 'brought_receipts' && ['storage_key', 'size_bytes', 'sha256'].includes(column))
    return sql`(select ${sql.ref(column)} from files order by id limit 1)`;
  if (type.toLowerCase() === 'boolean') return true;
  if (type.toLowerCase() === 'real') return 0.1;
  if (type.toLowerCase() === 'integer') return 1;
  // Times are texts on SQLite, and times on PostgreSQL.
  if (TIMES.test(column)) return '2026-11-20T10:00:00.123Z';
  return TEXT;
}

/** Every row of an installation as its servers read them, by table, whatever the database is. */
export async function rowsOf(installation: Installation): Promise<Record<string, string[]>> {
  const db = connectTo(installation);
  try {
    const tables = await db.introspection.getTables();
    const all: Record<string, string[]> = {};
    for (const { name } of tables.filter((table) => !NOT_FILLED.includes(table.name))) {
      const rows = await db
        .selectFrom(name as 'users')
        .selectAll()
        .execute();
      all[name] = rows
        .map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))))
        .toSorted();
    }
    return all;
  } finally {
    await db.destroy();
  }
}
