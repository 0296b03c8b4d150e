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
/** Statements that change nothing by themselves; whether a transaction writes shows in its other statements. */
const READING = /^(select|begin|rollback|savepoint|release|explain|pragma)\b/i;
const CACHEABLE = /^(select|insert|update|delete|with) /i;

class NodeSqliteAdapter extends SqliteAdapter {
  /** Migrations run in a transaction on SQLite too, so that a failed one leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** There is one connection, which the driver below hands out in turn. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Kysely on the SQLite that Node contains. */
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
 * Another connection that only reads. Its transactions see what was committed when they began to read, and neither wait
 * for writers nor make them wait.
 */
export function createSnapshotDialect(path: string): SqliteDialect {
  return new SqliteDialect({ database: new NodeSqliteDatabase(path, { readOnly: true }) });
}

const NO_LOG: LogFile = { sync: async () => {}, close: () => {} };

/**
 * Hands the one connection out in turn. A writer goes on once its write is durable, but the next user of the connection
 * need not wait for that: the writes of several requests become durable by one sync (group commit).
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
    // A transaction may have decided by what another one wrote a moment ago, so that must be durable too.
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
    // Stays taken for the next one, so that nobody comes between.
    if (next) next();
    else this.#isTaken = false;
  }

  override async destroy(): Promise<void> {
    // Waits until nobody else waits for the connection; nobody comes after.
    await this.acquireConnection();
    await this.#log.close();
    await super.destroy();
  }
}

/** Stands in for a statement that is not needed. */
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
    // A deferred transaction that reads first and writes later fails at once when another process writes in between.
    this.#begin = readOnly ? 'begin' : 'begin immediate';
    if (readOnly) return;
    // `normal` syncs the log only before it is written back; the driver makes each commit durable (decision 0015).
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on');
  }

  /** What was done since the last call. */
  endTurn(): { wrote: boolean; wasTransaction: boolean } {
    const turn = { wrote: this.#wrote, wasTransaction: this.#wasTransaction };
    this.#wrote = false;
    this.#wasTransaction = false;
    return turn;
  }

  /** Writes the whole log back into the database file, durably, and begins the log anew; throws otherwise. */
  emptyLog(): void {
    const result = this.#database.prepare('pragma wal_checkpoint(truncate)').get();
    if (result?.['busy'] !== 0) throw new Error('The log of the database could not be written back');
  }

  prepare(sql: string): SqliteStatement {
    if (sql === 'begin') this.#wasTransaction = true;
    else if (sql !== 'commit' && !READING.test(sql)) this.#wrote = true;
    if (sql === 'begin') return new CachedStatement(this.#database.prepare(this.#begin));
    // A full database or disk has rolled back by itself; a second rollback would hide the reason.
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

/** node:sqlite silently ignores an object as the first parameter, so anything but a plain value is refused. */
function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`A ${typeof value} cannot be a parameter of a statement.`);
}
