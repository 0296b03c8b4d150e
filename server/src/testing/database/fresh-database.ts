import { randomUUID } from 'node:crypto';
import { Kysely } from 'kysely';
import pg from 'pg';
import { connectDatabase, type Database } from '../../database/connect.ts';
import { createPostgresDialect } from '../../database/postgres-dialect.ts';
import { withLockOrder } from './lock-order.ts';

export type FreshDatabase = {
  db: Database;
  /** Address for further connections, on PostgreSQL only. */
  databaseUrl?: string;
  /** Transactions that locked rows in the wrong order, on PostgreSQL. */
  lockViolations: string[];
  dropDatabase: () => Promise<void>;
};

/** An empty database: SQLite in memory, or a new one on the cluster when VITRIN_TEST_DATABASE is `postgres`. */
export async function freshDatabase(): Promise<FreshDatabase> {
  if (process.env['VITRIN_TEST_DATABASE'] !== 'postgres') {
    const db = connectDatabase({ sqlitePath: ':memory:' });
    return { db, lockViolations: [], dropDatabase: async () => {} };
  }
  const cluster = process.env['VITRIN_TEST_POSTGRES_URL'];
  if (!cluster) throw new Error('VITRIN_TEST_POSTGRES_URL is not set');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onCluster(cluster, `create database ${name}`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  const lockViolations: string[] = [];
  const dialect = withLockOrder(createPostgresDialect(url.href), (message) => lockViolations.push(message));
  return {
    db: new Kysely({ dialect }),
    databaseUrl: url.href,
    lockViolations,
    dropDatabase: () => onCluster(cluster, `drop database ${name} with (force)`),
  };
}

async function onCluster(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
