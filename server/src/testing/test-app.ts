import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Mail, Mailer } from '../adapters/mail/mailer.ts';
import { createStorage } from '../adapters/storage/create-storage.ts';
import { createIdentityProvider } from '../adapters/identity/openid-provider.ts';
import { createPayments } from '../adapters/payments/create-gateway.ts';
import { buildApp } from '../app.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/connect.ts';
import { LOG_OPTIONS } from '../http/logs/log-options.ts';
import { accountsOf } from './accounts.ts';
import { migratedDatabase } from './database/fresh-database.ts';
import { forbidOutsideCalls } from './database/outside-calls.ts';
import { factoriesOf } from './factories.ts';
import type { AppOptions } from '../steps/parts.ts';
import { keepError } from './logged-errors.ts';
import { offlinePages } from './pages/offline-pages.ts';

export type TestApp = ReturnType<typeof factoriesOf> &
  ReturnType<typeof accountsOf> & {
    app: FastifyInstance;
    context: Context;
    db: Database;
    config: Config;
    /** Mails delivered so far, oldest first; run the jobs first. */
    mails: Mail[];
    /** Log lines, oldest first, from the level of LOG_LEVEL on: errors unless another one is given. */
    logs: Record<string, unknown>[];
    /** Moves the clock on. */
    advance: (seconds: number) => void;
    /** Runs all jobs that are due. */
    runJobs: () => Promise<number>;
    /**
     * Throws when a transaction locked rows in the wrong order or reached outside of the database, so every API test
     * checks its transactions.
     */
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
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...environment });
  const { db, lockViolations, dropDatabase } = await migratedDatabase();

  const mails: Mail[] = [];
  const outside = forbidOutsideCalls(db);
  const mailer: Mailer = outside.watch('mailer', { send: async (mail) => void mails.push(mail) });
  let time = Date.parse('2026-11-20T10:00:00.000Z');
  const logs: Record<string, unknown>[] = [];
  const log = pino(
    { level: config.logLevel, ...LOG_OPTIONS },
    {
      write: (text: string) => {
        const line = JSON.parse(text) as Record<string, unknown>;
        logs.push(line);
        keepError(line);
      },
    },
  );
  const storage = outside.watch('storage', await createStorage(config));
  const payments = await createPayments(config, (gateway) => outside.watch('payments', gateway));
  const identity = outside.watch('identity', createIdentityProvider(config));
  const now = () => new Date(time);
  const context: Context = { config, db, mailer, identity, payments, storage, log, now };
  const app = await buildApp(context, { checkAnswers: true, offlinePages, ...options });
  await app.ready();

  const runJobs = () => app.jobs.runDue();

  return {
    ...factoriesOf({ app, context, db }),
    ...accountsOf({ app, db: context.db, mails, runJobs }),
    app,
    context,
    db,
    config,
    mails,
    logs,
    advance: (seconds) => {
      time += seconds * 1000;
    },
    runJobs,
    close: async () => {
      await app.close();
      await db.destroy();
      await dropDatabase();
      rmSync(dataDir, { recursive: true, force: true });
      const [violation] = [...lockViolations, ...outside.violations];
      if (violation !== undefined) throw new Error(violation);
    },
  };
}
