import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type DialectAdapter,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely';
import { DurableLog, type LogFile, openLogFile } from './durable-log.ts';

const MAX_CACHED_STATEMENTS = 500;
/** What leaves the database as it is; a transaction is told by what is in it. */
const READING = /^(select|begin|rollback|savepoint|release|explain|pragma)\b/i;
const CACHEABLE = /^(select|insert|update|delete|with) /i;

class NodeSqliteAdapter extends SqliteAdapter {
  /** Kysely's migrations run in a transaction on SQLite too, so a failing one leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** There is one, but the driver below gives it to one after another itself. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Kysely on the SQLite that is part of Node: no package, and the fastest one measured. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #driver: NodeSqliteDriver;

  constructor(path: string, logFile: LogFile = path === ':memory:' ? NO_LOG : openLogFile(path)) {
    const database = new NodeSqliteDatabase(path);
    super({ database });
    this.#driver = new NodeSqliteDriver(database, new DurableLog(logFile));
  }

  override createAdapter(): DialectAdapter {
    return new NodeSqliteAdapter();
  }

  override createDriver(): NodeSqliteDriver {
    return this.#driver;
  }
}

/**
 * A connection of its own that only reads. Its transactions see what was committed when they first read, and neither
 * wait for writers nor make them wait.
 */
export function createSnapshotDialect(path: string): SqliteDialect {
  return new SqliteDialect({ database: new NodeSqliteDatabase(path, { readOnly: true }) });
}

const NO_LOG: LogFile = { sync: async () => {}, close: () => {} };

/**
 * Gives the one connection to one after another. Whoever wrote goes on once that is durable, but the next one need not
 * wait for it: writes of several requests become durable together, and the thread goes on meanwhile.
 */
class NodeSqliteDriver extends SqliteDriver {
  readonly #database: NodeSqliteDatabase;
  readonly #log: DurableLog;
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  constructor(database: NodeSqliteDatabase, log: DurableLog) {
    super({ database });
    this.#database = database;
    this.#log = log;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    const { wrote, wasTransaction } = this.#database.endTurn();
    if (wrote) this.#log.noteWrite();
    // What a transaction decided may rest on what another one wrote a moment ago.
    const mustBeDurable = wrote || wasTransaction;
    try {
      if (mustBeDurable && this.#log.isInDoubt) {
        this.#database.emptyLog();
        this.#log.noteEmptied();
      }
    } finally {
      this.#endTurn();
    }
    if (mustBeDurable) await this.#log.settle();
  }

  #endTurn(): void {
    const next = this.#waiting.shift();
    // Still taken, by the next one: nobody may come between.
    if (next) next();
    else this.#isTaken = false;
  }

  override async destroy(): Promise<void> {
    // After all who wait for the connection, and nobody comes after.
    await this.acquireConnection();
    await this.#log.close();
    await super.destroy();
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
  readonly #begin: 'begin' | 'begin immediate';
  #wrote = false;
  #wasTransaction = false;

  constructor(path: string, { readOnly = false } = {}) {
    this.#database = new DatabaseSync(path, { timeout: 5000, readOnly });
    // A deferred transaction that reads first and then writes fails at once when another process writes meanwhile.
    this.#begin = readOnly ? 'begin' : 'begin immediate';
    if (readOnly) return;
    // `normal` syncs the log only before it is written back; each commit is made durable by the driver (decision 0015).
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on');
  }

  /** What was done since the last time. */
  endTurn(): { wrote: boolean; wasTransaction: boolean } {
    const turn = { wrote: this.#wrote, wasTransaction: this.#wasTransaction };
    this.#wrote = false;
    this.#wasTransaction = false;
    return turn;
  }

  /** Makes all of the log durable in the database itself and lets the log begin anew, or throws. */
  emptyLog(): void {
    const result = this.#database.prepare('pragma wal_checkpoint(truncate)').get();
    if (result?.['busy'] !== 0) throw new Error('The log of the database could not be written back');
  }

  prepare(sql: string): SqliteStatement {
    if (sql === 'begin') this.#wasTransaction = true;
    else if (sql !== 'commit' && !READING.test(sql)) this.#wrote = true;
    if (sql === 'begin') return new CachedStatement(this.#database.prepare(this.#begin));
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
