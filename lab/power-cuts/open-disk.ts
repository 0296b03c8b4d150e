import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createOutboxMailer } from '../../server/src/adapters/mail/outbox-mailer.ts';
import { createIdentityProvider } from '../../server/src/adapters/identity/openid-provider.ts';
import { createPayments } from '../../server/src/adapters/payments/create-gateway.ts';
import { createStorage } from '../../server/src/adapters/storage/create-storage.ts';
import { buildApp } from '../../server/src/app.ts';
import { type Config, readConfig } from '../../server/src/config/config.ts';
import type { Context } from '../../server/src/context.ts';
import { connectDatabase, type Database } from '../../server/src/database/connect.ts';
import { beginStart } from '../../server/src/database/data-dir/lost-database.ts';
import { migrateToLatest } from '../../server/src/database/migrate.ts';
import { type Browser, createBrowser } from '../../server/src/testing/browser.ts';
import { listen, type LiveServer } from '../../server/src/testing/live-server.ts';

/**
 * Longer than a job stays claimed after its process died, even if a recovery has moved the clock once
 * (recover.ts).
 */
const LATER_MILLISECONDS = 40 * 60 * 1000;

export type OpenDisk = {
  config: Config;
  db: Database;
  browser: Browser;
  /** For large content, which an injected request would read as text, too. */
  live: LiveServer;
  runJobs: () => Promise<number>;
  close: () => Promise<void>;
};

/** Starts the server on a DATA_DIR as a cut left it, like start.ts but without a process and a port of its own. */
export async function openDisk(dataDir: string, cookies: Map<string, string>): Promise<OpenDisk> {
  const endFirstStart = beginStart(dataDir);
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' });
  const log = pino({ level: config.logLevel });
  const db = connectDatabase({ sqlitePath: join(dataDir, 'vitrin.sqlite') });
  await migrateToLatest(db);
  endFirstStart();
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  if (rows[0]?.integrity_check !== 'ok') throw new Error(`The database is broken: ${JSON.stringify(rows)}`);
  const context: Context = {
    config,
    db,
    mailer: createOutboxMailer(join(dataDir, 'outbox'), config.mailFrom, log, false),
    storage: await createStorage(config),
    identity: createIdentityProvider(config),
    payments: await createPayments(config),
    log,
    now: () => new Date(Date.now() + LATER_MILLISECONDS),
  };
  const app = await buildApp(context);
  await app.ready();
  const browser = createBrowser(app);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  const live = await listen(app);
  return {
    config,
    db,
    browser,
    live,
    runJobs: () => app.jobs.runDue(),
    async close() {
      await app.close();
      await db.destroy();
    },
  };
}
