import { createHash } from 'node:crypto';
import { PostgresAdapter, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { HasChanges } from '../sql/change-source.ts';
import { noteBrokenConnection } from '../sql/errors.ts';
import { type ListenNames, PostgresChanges } from './postgres-changes.ts';

const INT8 = 20;
const TIMESTAMPTZ = 1184;
const NUMERIC = 1700;
const MAX_NAMED_STATEMENTS = 1000;
const MAX_CONNECTIONS = 10;
const CONNECT_MILLISECONDS = 10_000;

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    // Sums and sizes stay below 2^53, so they become numbers; times become ISO text, as SQLite stores them.
    if (oid === INT8 || oid === NUMERIC) return Number;
    if (oid === TIMESTAMPTZ) return (text: string) => new Date(text).toISOString();
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

export type PostgresOptions = {
  maxConnections?: number;
  /** True behind a pooler in transaction mode, where the next statement may meet another connection. */
  isPooled?: boolean;
};

/**
 * Kysely on PostgreSQL with named statements, planned once a connection, unless a pooler changes connections. `names`
 * belong to the connection that listens for changes.
 */
export function createPostgresDialect(
  databaseUrl: string,
  names: ListenNames,
  { maxConnections = MAX_CONNECTIONS, isPooled = false }: PostgresOptions = {},
): PostgresDialect {
  const pool = new NotingPool({
    connectionString: databaseUrl,
    max: maxConnections,
    types,
    ...(!isPooled && { Client: NamedStatementClient }),
    options: '-c timezone=UTC',
    // A machine that vanished never answers, so connection attempts and waits for the pool have a limit.
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
  });
  // An idle connection that breaks is replaced at the next query; without a listener the error would end the process.
  pool.on('error', () => {});
  // A connection that breaks in a transaction would end the process, too; its next statement fails anyway.
  pool.on('connect', (client) => void client.on('error', noteBrokenConnection));
  const changes = new PostgresChanges(databaseUrl, names);
  return Object.assign(new PostgresDialect({ pool }), { createAdapter: () => new ChangesAdapter(changes) });
}

class NotingPool extends pg.Pool {
  override async connect(): Promise<pg.PoolClient>;
  override async connect(...callback: unknown[]): Promise<pg.PoolClient> {
    try {
      return await (super.connect as (...given: unknown[]) => Promise<pg.PoolClient>)(...callback);
    } catch (error) {
      noteBrokenConnection(error);
      throw error;
    }
  }
}

class ChangesAdapter extends PostgresAdapter implements HasChanges {
  readonly changes: PostgresChanges;

  constructor(changes: PostgresChanges) {
    super();
    this.changes = changes;
  }
}

const statementNames = new Map<string, string>();

function statementName(text: string): string | undefined {
  const cached = statementNames.get(text);
  if (cached) return cached;
  if (statementNames.size >= MAX_NAMED_STATEMENTS) return undefined;
  const name = `q${createHash('sha1').update(text).digest('hex').slice(0, 20)}`;
  statementNames.set(text, name);
  return name;
}

class NamedStatementClient extends pg.Client {
  // Kysely calls only the overload with text and values.
  override query(...parameters: unknown[]): never {
    const [text, values, ...rest] = parameters;
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? statementName(text)
        : undefined;
    const query = super.query.bind(this) as (...parameters: unknown[]) => never;
    return name === undefined ? query(...parameters) : query({ name, text, values }, ...rest);
  }
}
