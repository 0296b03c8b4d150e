import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import pg from 'pg';
import { connectDatabase, type Database } from '../../database/connect.ts';
import { createChangeTriggers } from '../../database/changes/triggers.ts';
import { migrateToLatest, migrations } from '../../database/migrate.ts';
import { LISTEN_NAMES } from '../../database/changes/names.ts';
import { createPostgresDialect } from '@vitrin/engine/postgres/postgres-dialect.ts';
import { withLockOrder } from './lock-order.ts';

/**
 * Includes the number of migrations, because one may be added while the cluster keeps running, as in watch mode.
 */
const TEMPLATE = `migrated_${Object.keys(migrations).length}`;
/** Any number that nothing else on the cluster locks. */
const TEMPLATE_LOCK = 4711;

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
  return process.env['VITRIN_TEST_DATABASE'] === 'postgres' ? freshOnCluster('') : inMemory();
}

/**
 * A database of the current schema with no rows, a copy of one that the first caller of a worker (SQLite, in memory) or on
 * the cluster has migrated.
 */
export async function migratedDatabase(): Promise<FreshDatabase> {
  if (process.env['VITRIN_TEST_DATABASE'] === 'postgres') {
    await migrateTemplateOnce();
    return freshOnCluster(`template ${TEMPLATE}`);
  }
  // A database in memory has no log, which these two bytes of the header would enable.
  const content = new Uint8Array(await bytesOfMigratedFile());
  content.set([1, 1], 18);
  const fresh = inMemory(content);
  // SQLite's triggers that report changes belong to a connection.
  await createChangeTriggers(fresh.db);
  return fresh;
}

function inMemory(content?: Uint8Array): FreshDatabase {
  const db = connectDatabase({ sqlitePath: ':memory:', ...(content && { content }) });
  return { db, lockViolations: [], dropDatabase: async () => {} };
}

let migratedFile: Promise<Uint8Array> | undefined;

/** Writes an empty SQLite file of the current schema; only the first one of a process is migrated. */
export async function copyMigratedFile(sqlitePath: string): Promise<void> {
  writeFileSync(sqlitePath, await bytesOfMigratedFile());
}

function bytesOfMigratedFile(): Promise<Uint8Array> {
  return (migratedFile ??= migrateFile());
}

async function migrateFile(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrin-migrated-'));
  const sqlitePath = join(folder, 'vitrin.sqlite');
  const db = connectDatabase({ sqlitePath });
  await migrateToLatest(db);
  await db.destroy();
  const bytes = readFileSync(sqlitePath);
  rmSync(folder, { recursive: true });
  return bytes;
}

async function freshOnCluster(from: string): Promise<FreshDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onCluster((client) => client.query(`create database ${name} ${from}`));
  const url = addressOf(name);
  const lockViolations: string[] = [];
  const dialect = withLockOrder(createPostgresDialect(url, LISTEN_NAMES), (message) =>
    lockViolations.push(message),
  );
  return {
    db: new Kysely({ dialect }),
    databaseUrl: url,
    lockViolations,
    dropDatabase: () => onCluster((client) => client.query(`drop database ${name} with (force)`)),
  };
}

let isTemplateMigrated = false;

/** Migrates in one of several processes that start at once; the others wait for it. */
async function migrateTemplateOnce(): Promise<void> {
  if (isTemplateMigrated) return;
  await onCluster(async (client) => {
    await client.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`);
    const { rowCount } = await client.query(
      `select from pg_database where datname = '${TEMPLATE}' and datistemplate`,
    );
    if (rowCount === 0) {
      await client.query(`drop database if exists ${TEMPLATE}`);
      await client.query(`create database ${TEMPLATE}`);
      const db = connectDatabase({ databaseUrl: addressOf(TEMPLATE) });
      await migrateToLatest(db);
      await db.destroy();
      await client.query(`alter database ${TEMPLATE} is_template true`);
    }
  });
  isTemplateMigrated = true;
}

/** Locks are released with the connection. */
async function onCluster(use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl() });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

function addressOf(database: string): string {
  const url = new URL(clusterUrl());
  url.pathname = `/${database}`;
  return url.href;
}

function clusterUrl(): string {
  const url = process.env['VITRIN_TEST_POSTGRES_URL'];
  if (!url) throw new Error('VITRIN_TEST_POSTGRES_URL is not set');
  return url;
}
