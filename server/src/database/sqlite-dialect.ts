import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  SqliteAdapter,
  SqliteDialect,
  type DialectAdapter,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely';

const MAX_CACHED_STATEMENTS = 500;
const CACHEABLE = /^(select|insert|update|delete|with) /i;

/** Kysely's migrations run in a transaction on SQLite too, so a failing one leaves nothing behind. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely on the SQLite that is part of Node: no package, and the fastest one measured. */
export class NodeSqliteDialect extends SqliteDialect {
  constructor(path: string) {
    super({ database: new NodeSqliteDatabase(path) });
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalDdlAdapter();
  }
}

/** A statement that is not needed any more. */
const NOTHING: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

class NodeSqliteDatabase implements SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, CachedStatement>();

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { timeout: 5000 });
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  }

  prepare(sql: string): SqliteStatement {
    // A deferred transaction that reads first fails at once when another process writes meanwhile.
    if (sql === 'begin') return new CachedStatement(this.#database.prepare('begin immediate'));
    // A database or disk that is full has rolled back by itself; a second one would hide the reason.
    if (sql === 'rollback' && !this.#database.isTransaction) return NOTHING;
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = new CachedStatement(this.#database.prepare(sql));
    if (CACHEABLE.test(sql) && this.#statements.size < MAX_CACHED_STATEMENTS)
      this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

type Row = Record<string, unknown>;

class CachedStatement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: StatementSync;
  readonly #booleanColumns: string[];

  constructor(statement: StatementSync) {
    this.#statement = statement;
    const columns = statement.columns();
    this.reader = columns.length > 0;
    this.#booleanColumns = columns
      .filter(({ type }) => type?.toLowerCase() === 'boolean')
      .map(({ name }) => name);
  }

  all(parameters: readonly unknown[]): Row[] {
    const rows = this.#statement.all(...parameters.map(toSqlite));
    return this.#booleanColumns.length === 0 ? rows : rows.map((row) => this.#withBooleans(row));
  }

  run(parameters: readonly unknown[]) {
    return this.#statement.run(...parameters.map(toSqlite));
  }

  *iterate(parameters: readonly unknown[]): IterableIterator<Row> {
    for (const row of this.#statement.iterate(...parameters.map(toSqlite))) yield this.#withBooleans(row);
  }

  #withBooleans(row: Row): Row {
    for (const column of this.#booleanColumns) if (row[column] !== null) row[column] = row[column] === 1;
    return row;
  }
}

/** node:sqlite silently skips an object in first place, so whatever is no plain value is refused here. */
function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`A ${typeof value} cannot be a parameter of a statement.`);
}
