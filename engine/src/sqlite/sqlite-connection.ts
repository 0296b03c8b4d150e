import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  RawNode,
  SelectQueryNode,
} from 'kysely';
import { hasRoomSince, isDatabaseFull, isRefusedWrite, noteRoomAfter } from '../sql/errors.ts';
import type { Turns } from './turns.ts';

/** Time a statement waits for the lock of another process. */
export const SQLITE_BUSY_MILLISECONDS = 5000;

const MAX_CACHED_STATEMENTS = 500;
const NOT_SAID =
  'This statement writes where only reads are let through (read only): run it in inTransaction';

/** Length of the log at which this connection writes it back itself if checkpoints.ts does not keep up. */
const PAGES_IN_LOG = 16_000;

const CACHED_KINDS: readonly string[] = [
  'SelectQueryNode',
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
];

type Options = {
  readOnly?: boolean;
  noteChange?: string;
  makeRoom?: () => boolean;
  /** Bytes of a database file without a log, which a database in memory begins with. */
  content?: Uint8Array;
};

/**
 * One connection to a SQLite file. Transactions write unless read only; other statements write if built to
 * (`insertInto`, `updateTable`, `deleteFrom`, schema). SQLite refuses a write of any other.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Statement>();
  readonly #dataVersion: StatementSync;
  readonly #log: StatementSync;
  #transaction: 'none' | 'reads' | 'writes' = 'none';
  #wrote = false;
  /** Lines that triggers reported since the last turn; a Set, because one statement may change thousands of rows. */
  #changes = new Set<string>();
  readonly #turns: Turns;
  readonly #makeRoom: () => boolean;

  constructor(
    path: string,
    turns: Turns,
    { readOnly = false, noteChange, makeRoom = () => false, content }: Options = {},
  ) {
    this.#turns = turns;
    this.#makeRoom = makeRoom;
    this.#database = new DatabaseSync(path, { timeout: SQLITE_BUSY_MILLISECONDS, readOnly });
    if (content) this.#database.deserialize(content);
    this.#dataVersion = this.#database.prepare('pragma data_version');
    this.#dataVersion.setReturnArrays(true);
    this.#log = this.#database.prepare('pragma wal_checkpoint(noop)');
    if (readOnly) return;
    // The driver makes each commit durable (decision 0015). Deleted rows are overwritten, so that neither the file nor
    // its copies hold a deleted account. The cache has 16 MB instead of 2, more than a batch of looks changes.
    this.#database.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on;
      pragma secure_delete = on; pragma cache_size = -16000;
      pragma wal_autocheckpoint = ${PAGES_IN_LOG}`);
    if (noteChange === undefined) return;
    this.#database.function(noteChange, (line) => {
      this.#changes.add(String(line));
      return null;
    });
  }

  dataVersion(): unknown {
    return (this.#dataVersion.get() as unknown[] | undefined)?.[0];
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (SelectQueryNode.is(query.query)) return this.#run(query);
    const mayWrite = this.#transaction === 'none' ? !RawNode.is(query.query) : this.#transaction === 'writes';
    if (!mayWrite) return this.#runReadOnly(query);
    const turn = this.#transaction === 'none' && !this.#wrote ? this.#turns.waitToWrite() : undefined;
    if (turn) await turn;
    this.#wrote = true;
    if (this.#transaction !== 'none') return this.#orMakeRoom(() => this.#run(query));
    try {
      return this.#orMakeRoom(() => this.#run(query));
    } catch (error) {
      // Outside a transaction only this statement was undone.
      if (!hasRoomSince(error)) throw error;
      return this.#run(query);
    }
  }

  /** Returns all rows at once: long lists are read by pages instead (pages.ts). */
  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  async begin(transaction: 'reads' | 'writes'): Promise<void> {
    const turn = transaction === 'writes' ? this.#turns.waitToWrite() : undefined;
    if (turn) await turn;
    // A deferred transaction that reads first fails at once when another process writes before its first write.
    this.#orMakeRoom(() => this.#database.exec(transaction === 'writes' ? 'begin immediate' : 'begin'));
    this.#transaction = transaction;
  }

  commit(): void {
    this.#orMakeRoom(() => this.#database.exec('commit'));
  }

  rollback(): void {
    this.#changes = new Set();
    // A full disk has already rolled back; a second rollback would hide the reason.
    if (this.#database.isTransaction) this.#database.exec('rollback');
  }

  endTurn(): { wrote: boolean; wasToWrite: boolean; changes: Set<string> } {
    const turn = {
      wrote: this.#wrote,
      wasToWrite: this.#wrote || this.#transaction === 'writes',
      changes: this.#changes,
    };
    this.#wrote = false;
    if (this.#changes.size > 0) this.#changes = new Set();
    this.#transaction = 'none';
    return turn;
  }

  pagesToWriteBack(): number {
    const state = this.#log.get();
    return Number(state?.['log'] ?? 0) - Number(state?.['checkpointed'] ?? 0);
  }

  /** Writes the whole log back durably and restarts it; throws otherwise. */
  emptyLog(): void {
    const result = this.#database.prepare('pragma wal_checkpoint(truncate)').get();
    if (result?.['busy'] !== 0) throw new Error('The log of the database could not be written back');
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  /** Frees space after a full disk and marks the error, so that the work is repeated (repeatWhenLost). */
  #orMakeRoom<T>(write: () => T): T {
    try {
      return write();
    } catch (error) {
      if (isDatabaseFull(error) && this.#makeRoom()) noteRoomAfter(error);
      throw error;
    }
  }

  #runReadOnly<Row>(query: CompiledQuery): QueryResult<Row> {
    this.#database.exec('pragma query_only = on');
    try {
      return this.#run(query);
    } catch (error) {
      throw isRefusedWrite(error) ? new Error(NOT_SAID, { cause: error }) : error;
    } finally {
      this.#database.exec('pragma query_only = off');
    }
  }

  #run<Row>({ query, sql, parameters }: CompiledQuery): QueryResult<Row> {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = new Statement(this.#database.prepare(sql));
      if (CACHED_KINDS.includes(query.kind) && this.#statements.size < MAX_CACHED_STATEMENTS)
        this.#statements.set(sql, statement);
    }
    return statement.run(parameters.map(toSqlite)) as QueryResult<Row>;
  }
}

class Statement {
  readonly #statement: StatementSync;
  readonly #returnsRows: boolean;
  readonly #booleanColumns: string[];

  constructor(statement: StatementSync) {
    this.#statement = statement;
    const columns = statement.columns();
    this.#returnsRows = columns.length > 0;
    this.#booleanColumns = columns
      .filter(({ type }) => type?.toLowerCase() === 'boolean')
      .map(({ name }) => name);
  }

  run(parameters: SQLInputValue[]): QueryResult<Record<string, unknown>> {
    if (!this.#returnsRows) {
      const { changes, lastInsertRowid } = this.#statement.run(...parameters);
      return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
    }
    const rows: Record<string, unknown>[] = this.#statement.all(...parameters);
    for (const column of this.#booleanColumns)
      for (const row of rows) if (row[column] !== null) row[column] = row[column] === 1;
    return { rows };
  }
}

/** node:sqlite silently ignores an object as the first parameter, so it is refused. */
function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`A ${typeof value} cannot be a parameter of a statement.`);
}
