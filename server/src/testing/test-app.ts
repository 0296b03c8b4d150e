import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { pino } from 'pino';
import type { Mail, Mailer } from '../adapters/mail/mailer.ts';
import { type AppOptions, buildApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { connectDatabase, type Database } from '../database/connect.ts';
import { migrateToLatest } from '../database/migrate.ts';

export type TestApp = {
  app: FastifyInstance;
  context: Context;
  db: Database;
  config: Config;
  /** Every mail that was delivered, oldest first; run the jobs first. */
  mails: Mail[];
  /** Moves the clock on. */
  advance: (seconds: number) => void;
  /** Runs what the outbox holds and is due. */
  runJobs: () => Promise<number>;
  close: () => Promise<void>;
};

/**
 * The real application on a fresh database: SQLite in memory, or a new PostgreSQL database when
 * VITRIN_TEST_DATABASE is `postgres`. The clock stands still until `advance` moves it.
 */
export async function createTestApp(
  environment: Record<string, string> = {},
  options: AppOptions = {},
): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrin-test-'));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...environment });
  const { db, dropDatabase } = await freshDatabase();
  await migrateToLatest(db);

  const mails: Mail[] = [];
  const mailer: Mailer = { send: async (mail) => void mails.push(mail) };
  let time = Date.parse('2026-11-20T10:00:00.000Z');
  const log = pino({ level: config.logLevel });
  const context: Context = { config, db, mailer, log, now: () => new Date(time) };
  const app = await buildApp(context, { checkAnswers: true, ...options });
  await app.ready();

  return {
    app,
    context,
    db,
    config,
    mails,
    advance: (seconds) => {
      time += seconds * 1000;
    },
    runJobs: () => app.jobs.runDue(),
    close: async () => {
      await app.close();
      await db.destroy();
      await dropDatabase();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function freshDatabase(): Promise<{ db: Database; dropDatabase: () => Promise<void> }> {
  if (process.env['VITRIN_TEST_DATABASE'] !== 'postgres') {
    return { db: connectDatabase({ sqlitePath: ':memory:' }), dropDatabase: async () => {} };
  }
  const cluster = process.env['VITRIN_TEST_POSTGRES_URL'];
  if (!cluster) throw new Error('VITRIN_TEST_POSTGRES_URL is not set');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onCluster(cluster, `create database ${name}`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return {
    db: connectDatabase({ databaseUrl: url.href }),
    dropDatabase: () => onCluster(cluster, `drop database ${name} with (force)`),
  };
}

async function onCluster(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
