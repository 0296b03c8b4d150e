/** An object that a row of the database names, as that row knows it. */
export type NamedObject = { key: string; size: number | null; sha256: string | null };

/** Runs a statement that reads, on either database. */
export type ReadRows = (statement: string) => Promise<Record<string, unknown>[]>;

/** A column that names objects; `where` is a column and the condition on it under which there is an object. */
type Naming = {
  table: string;
  key: string;
  size: string;
  sha256?: string;
  where?: readonly [column: string, condition: string];
};

/** Something made of a file; what is away to keep within a budget has a key and no bytes. */
const derived = (name: string): Naming => ({
  table: 'files',
  key: `${name}_key`,
  size: `${name}_bytes`,
  where: [`${name}_bytes`, `${name}_bytes is not null`],
});

/** Every column that names an object which a backup holds. Uploads under way have no finished object yet. */
export const NAMINGS: readonly Naming[] = [
  { table: 'files', key: 'storage_key', size: 'size_bytes', sha256: 'sha256' },
  derived('thumbnail'),
  derived('thumbnail_large'),
  derived('thumbnail_medium'),
  derived('whole'),
  derived('preview'),
  derived('web'),
  { table: 'pictures', key: 'storage_key', size: 'size_bytes', where: ['is_stored', 'is_stored'] },
  { table: 'faces', key: 'logo_key', size: 'logo_bytes' },
  { table: 'brought_receipts', key: 'storage_key', size: 'size_bytes', sha256: 'sha256' },
  {
    table: 'import_entries',
    key: 'storage_key',
    size: 'size_bytes',
    where: ['media_type', 'media_type is not null'],
  },
  {
    table: 'exports',
    key: 'object_key',
    size: 'object_bytes',
    where: ['object_bytes', 'object_bytes is not null'],
  },
];

/**
 * Lists the objects that rows of the database refer to. A backup is taken before an upgrade, so the database
 * may be older than this release and lack some of the columns.
 */
export async function readNamedObjects(read: ReadRows, columns: Columns): Promise<NamedObject[]> {
  const objects: NamedObject[] = [];
  for (const { table, key, size, sha256, where } of NAMINGS) {
    const names = columns.get(table);
    if (!names?.has(key)) continue;
    const sum = sha256 !== undefined && names.has(sha256) ? sha256 : 'null';
    const bytes = names.has(size) ? size : 'null';
    const condition = where && names.has(where[0]) ? ` and ${where[1]}` : '';
    const rows = await read(
      `select ${key} as object, ${bytes} as bytes, ${sum} as sum from ${table} where ${key} is not null${condition}`,
    );
    for (const row of rows)
      objects.push({
        key: String(row['object']),
        size: row['bytes'] === null ? null : Number(row['bytes']),
        sha256: typeof row['sum'] === 'string' ? row['sum'] : null,
      });
  }
  return objects;
}

/** Queries for table and column names; columnsOf groups their rows. */
export const SQLITE_COLUMNS = `select t.name as table_name, c.name as column_name
  from sqlite_master t join pragma_table_info(t.name) c
  where t.type = 'table' and t.name not like 'sqlite_%'`;
// The catalogue itself: information_schema looks at the rights to each column, which takes ten times as long.
export const POSTGRES_COLUMNS = `select t.relname as table_name, c.attname as column_name
  from pg_class t join pg_attribute c on c.attrelid = t.oid join pg_namespace s on s.oid = t.relnamespace
  where s.nspname = current_schema() and t.relkind in ('r', 'p') and c.attnum > 0 and not c.attisdropped`;

/** The columns of each table. */
export type Columns = Map<string, Set<string>>;

/** Collects rows of table_name and column_name. */
export function columnsOf(rows: readonly Record<string, unknown>[]): Columns {
  const columns: Columns = new Map();
  for (const row of rows) {
    const table = String(row['table_name']);
    const names = columns.get(table) ?? new Set<string>();
    columns.set(table, names.add(String(row['column_name'])));
  }
  return columns;
}

/** Row counts of all tables in one statement, since the database may be far away. */
export async function countAllRows(read: ReadRows, columns: Columns): Promise<Record<string, number>> {
  const tables = [...columns.keys()].toSorted();
  if (tables.length === 0) return {};
  const counts = tables.map((table) => `select '${table}' as name, count(*) as count from "${table}"`);
  const rows = await read(counts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, count }) => [String(name), Number(count)]));
}
