import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import type { TellsOfChanges } from './changes/change-source.ts';
import { SqliteChanges } from './changes/sqlite-changes.ts';
import { DurableLog, type LogFile, openLogFile } from './durable-log.ts';
import { SqliteConnection } from './sqlite-connection.ts';

const NO_LOG: LogFile = { sync: async () => {}, close: () => {} };

type Options = {
  /** In place of the log beside the file. */
  logFile?: LogFile;
  /**
   * The connection only reads: its transactions see what was committed when they began to read, and neither wait for
   * writers nor make them wait.
   */
  readOnly?: boolean;
};

/** Kysely on the SQLite that Node contains. */
export class NodeSqliteDialect implements Dialect {
  readonly #driver: NodeSqliteDriver;
  readonly #changes: SqliteChanges;

  constructor(path: string, { logFile, readOnly = false }: Options = {}) {
    const ownLog = path === ':memory:' || readOnly ? NO_LOG : openLogFile(path);
    const connection = new SqliteConnection(path, { readOnly });
    this.#changes = new SqliteChanges(() => connection.dataVersion());
    this.#driver = new NodeSqliteDriver(connection, new DurableLog(logFile ?? ownLog), this.#changes);
  }

  createAdapter(): NodeSqliteAdapter {
    return new NodeSqliteAdapter(this.#changes);
  }

  createDriver(): Driver {
    return this.#driver;
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }

  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }
}

class NodeSqliteAdapter extends SqliteAdapter implements TellsOfChanges {
  readonly changes: SqliteChanges;

  constructor(changes: SqliteChanges) {
    super();
    this.changes = changes;
  }

  /** Migrations run in a transaction on SQLite too, so that a failed one leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** There is one connection, which the driver below hands out in turn. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * Hands the one connection out in turn. A writer goes on once its write is durable, but the next user of the connection
 * need not wait for that: the writes of several requests become durable by one sync (group commit).
 */
class NodeSqliteDriver implements Driver {
  readonly #connection: SqliteConnection;
  readonly #log: DurableLog;
  readonly #changes: SqliteChanges;
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  constructor(connection: SqliteConnection, log: DurableLog, changes: SqliteChanges) {
    this.#connection = connection;
    this.#log = log;
    this.#changes = changes;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return this.#connection;
  }

  async beginTransaction(
    _connection: DatabaseConnection,
    { accessMode }: TransactionSettings,
  ): Promise<void> {
    this.#connection.begin(accessMode === 'read only' ? 'reads' : 'writes');
  }

  async commitTransaction(): Promise<void> {
    this.#connection.commit();
  }

  async rollbackTransaction(): Promise<void> {
    this.#connection.rollback();
  }

  async releaseConnection(): Promise<void> {
    const { wrote, wasToWrite, changes } = this.#connection.endTurn();
    if (wrote) this.#log.noteWrite();
    try {
      if (wasToWrite && this.#log.isInDoubt) {
        this.#connection.emptyLog();
        this.#log.noteEmptied();
      }
    } finally {
      this.#endTurn();
    }
    // A transaction may have decided by what another one wrote a moment ago, so that must be durable too.
    if (wasToWrite) await this.#log.settle();
    if (changes.size > 0) this.#changes.publish([...changes]);
  }

  async destroy(): Promise<void> {
    // Waits until nobody else waits for the connection; nobody comes after.
    await this.acquireConnection();
    await this.#log.close();
    this.#connection.close();
  }

  #endTurn(): void {
    const next = this.#waiting.shift();
    // Stays taken for the next one, so that nobody comes between.
    if (next) next();
    else this.#isTaken = false;
  }
}
