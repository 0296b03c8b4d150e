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
import type { HasChanges } from '../sql/change-source.ts';
import { SqliteChanges } from './sqlite-changes.ts';
import { Checkpoints } from './checkpoints.ts';
import { DurableLog, type LogFile, openLogFile } from './durable-log.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { Turns } from './turns.ts';

const NO_LOG: LogFile = { sync: async () => {}, close: () => {} };

type Options = {
  logFile?: LogFile;
  /** Reads only: transactions see what was committed at their start, and wait for no writer. */
  readOnly?: boolean;
  /** SQL function by which triggers report a change as a text. */
  noteChange?: string;
  makeRoom?: () => boolean;
  /** Bytes of a database file without a log, which a database in memory begins with. */
  content?: Uint8Array;
};

export class NodeSqliteDialect implements Dialect {
  readonly #driver: NodeSqliteDriver;
  readonly #changes: SqliteChanges;

  constructor(path: string, { logFile, readOnly = false, noteChange, makeRoom, content }: Options = {}) {
    const isOwn = path !== ':memory:' && !readOnly;
    const ownLog = isOwn ? openLogFile(path) : NO_LOG;
    const turns = new Turns();
    const connection = new SqliteConnection(path, turns, {
      readOnly,
      ...(noteChange !== undefined && { noteChange }),
      ...(makeRoom && { makeRoom }),
      ...(content && { content }),
    });
    this.#changes = new SqliteChanges(() => connection.dataVersion());
    this.#driver = new NodeSqliteDriver(
      connection,
      turns,
      new DurableLog(logFile ?? ownLog),
      this.#changes,
      isOwn ? path : undefined,
    );
  }

  createAdapter(): NodeSqliteAdapter {
    return new NodeSqliteAdapter(this.#changes, () => this.#driver.state());
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

class NodeSqliteAdapter extends SqliteAdapter implements HasChanges {
  readonly changes: SqliteChanges;
  readonly state: () => number | undefined;

  constructor(changes: SqliteChanges, state: () => number | undefined) {
    super();
    this.changes = changes;
    this.state = state;
  }

  /** SQLite migrates in a transaction too, so that a failed migration leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The driver below hands out the only connection in turn. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * Hands the one connection out in turn. A writer waits until its write is durable, the next user need not: one sync
 * serves the writes of several requests (group commit).
 */
class NodeSqliteDriver implements Driver {
  readonly #connection: SqliteConnection;
  readonly #turns: Turns;
  readonly #log: DurableLog;
  readonly #changes: SqliteChanges;
  readonly #checkpoints: Checkpoints | undefined;
  #state = 0;
  #dataVersion: unknown;

  /** A separate thread writes the log back if `ownPath` names the database file. */
  constructor(
    connection: SqliteConnection,
    turns: Turns,
    log: DurableLog,
    changes: SqliteChanges,
    ownPath?: string,
  ) {
    this.#connection = connection;
    this.#turns = turns;
    this.#log = log;
    this.#changes = changes;
    if (ownPath === undefined) return;
    this.#checkpoints = new Checkpoints({
      path: ownPath,
      pagesToWriteBack: () => connection.pagesToWriteBack(),
      whileNobodyWrites: (work) => turns.lend(() => this.#emptyDoubtfulLog(), work),
    });
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const turn = this.#turns.take();
    if (turn) await turn;
    return this.#connection;
  }

  async beginTransaction(
    _connection: DatabaseConnection,
    { accessMode }: TransactionSettings,
  ): Promise<void> {
    await this.#connection.begin(accessMode === 'read only' ? 'reads' : 'writes');
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
    if (wrote) this.#checkpoints?.noteWrite();
    if (wasToWrite) this.#state += 1;
    try {
      if (wasToWrite) this.#emptyDoubtfulLog();
    } finally {
      this.#turns.end();
    }
    // A transaction may depend on another one's last write, so that must be durable too.
    if (wasToWrite) await this.#log.settle();
    if (changes.size > 0) this.#changes.publish([...changes]);
  }

  /** Within a transaction SQLite does not tell whether others have written since it began. */
  state(): number | undefined {
    if (this.#turns.isTaken) return undefined;
    const version = this.#connection.dataVersion();
    if (version !== this.#dataVersion) this.#state += 1;
    this.#dataVersion = version;
    return this.#state;
  }

  async destroy(): Promise<void> {
    await this.#checkpoints?.close();
    await this.#turns.take();
    await this.#turns.waitToWrite();
    await this.#log.close();
    this.#connection.close();
  }

  #emptyDoubtfulLog(): void {
    if (!this.#log.isInDoubt) return;
    this.#connection.emptyLog();
    this.#log.noteEmptied();
  }
}

/** Number that changes after every write by any process; undefined on PostgreSQL and while the connection is busy. */
export function stateOf(db: { getExecutor(): { adapter: object } }): number | undefined {
  const { adapter } = db.getExecutor();
  return adapter instanceof NodeSqliteAdapter ? adapter.state() : undefined;
}
