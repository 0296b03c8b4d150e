import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, isPostgres } from '@vitrin/server/database/connect.ts';

/** Rows that are in memory at a time; one may hold a description of megabytes. */
const ROWS_AT_ONCE = 100;
/** Tables about the installation rather than its content, and sums that are computed again. */
const NOT_MOVED = [
  'installation',
  'restore_unfinished',
  'kysely_migration',
  'kysely_migration_lock',
  'file_sums',
];

export type Row = Record<string, unknown>;

/** A table that moves: its columns in the order of their names, without those the database computes by itself. */
export type Table = { name: string; columns: string[]; isNumbered: boolean };

/** Every table with people's data, by name. */
export async function listTables(db: Database): Promise<Table[]> {
  const columns = isPostgres(db)
    ? sql<ColumnRow>`
        select c.table_name as table, c.column_name as name, c.is_generated = 'ALWAYS' as is_computed,
               c.is_identity = 'YES' as is_numbered
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'`
    : sql<ColumnRow>`
        select t.name as "table", c.name as name, c.hidden in (2, 3) as is_computed,
               t.sql like '%autoincrement%' and c.pk = 1 as is_numbered
        from sqlite_master t join pragma_table_xinfo(t.name) c
        where t.type = 'table' and t.name not like 'sqlite~_%' escape '~'`;
  const { rows } = await columns.execute(db);
  const byTable = Map.groupBy(rows, ({ table }) => table);
  return [...byTable]
    .filter(([name]) => !NOT_MOVED.includes(name))
    .map(([name, all]) => ({
      name,
      columns: all
        .filter(({ is_computed }) => !is_computed)
        .map((column) => column.name)
        .toSorted(),
      isNumbered: all.some(({ is_numbered }) => Boolean(is_numbered)),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

type ColumnRow = {
  table: string;
  name: string;
  is_computed: boolean | number;
  is_numbered: boolean | number;
};

/** Reads every row of a table in batches, in physical order; the table must not be written to meanwhile. */
export async function* readRows(db: Database, table: string): AsyncGenerator<Row[], void> {
  const rowId = isPostgres(db) ? sql`ctid` : sql`rowid`;
  const asText = isPostgres(db) ? sql`ctid::text` : sql`rowid`;
  let after: unknown;
  for (;;) {
    const beyond =
      after === undefined
        ? sql``
        : isPostgres(db)
          ? sql`where ctid > ${after}::tid`
          : sql`where rowid > ${after}`;
    const { rows } = await sql<Row>`
      select ${asText} as place_of_row, t.* from ${sql.table(table)} t ${beyond} order by ${rowId} limit ${sql.lit(ROWS_AT_ONCE)}
    `.execute(db);
    if (rows.length === 0) return;
    after = rows.at(-1)?.['place_of_row'];
    for (const row of rows) delete row['place_of_row'];
    yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/** Order-independent checksum of a table: the number of rows, and the sum of the rows' checksums. */
type Sum = { rows: number; sum: string };

const ALL_SUMS = 2n ** 256n;

export async function sumOf(db: Database, { name }: Table, onRows: (count: number) => void): Promise<Sum> {
  let [rows, sum] = [0, 0n];
  for await (const some of readRows(db, name)) {
    for (const row of some) sum = (sum + BigInt(`0x${hash('sha256', lineOf(row))}`)) % ALL_SUMS;
    rows += some.length;
    onRows(some.length);
  }
  return { rows, sum: sum.toString(16).padStart(64, '0') };
}

/** A row as text that is the same on both databases, computed columns included. */
function lineOf(row: Row): string {
  return JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The highest number that a table has given to a row, whether that is still there or not. */
export async function lastNumberOf(db: Database, { name }: Table): Promise<number> {
  const last = isPostgres(db)
    ? sql<{
        last: number | null;
      }>`select pg_sequence_last_value(pg_get_serial_sequence(${`"${name}"`}, 'id')::regclass) as last`
    : sql<{ last: number | null }>`select seq as last from sqlite_sequence where name = ${name}`;
  const { rows } = await last.execute(db);
  return rows[0]?.last ?? 0;
}
