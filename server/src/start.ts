import { join } from 'node:path';
import { pino } from 'pino';
import { createOutboxMailer } from './adapters/mail/outbox-mailer.ts';
import { createStorage } from './adapters/storage/create-storage.ts';
import { createIdentityProvider } from './adapters/identity/openid-provider.ts';
import { createPaymentGateway } from './adapters/payments/create-gateway.ts';
import { buildApp } from './app.ts';
import { type Config, isLoopback, readConfig } from './config.ts';
import { ConfigError } from './errors.ts';
import type { Context } from './context.ts';
import { connectDatabase } from './database/connect.ts';
import { lockDataDir } from './database/data-dir-lock.ts';
import { migrateToLatest } from './database/migrate.ts';
import { loadCommonPasswords } from './features/auth/passwords/common-passwords.ts';
import { startSweepingAccounts } from './features/auth/jobs.ts';
import { startSweepingPictures } from './features/pictures/jobs.ts';
import { startSweeping } from './features/files/jobs.ts';
import { stopGracefully } from './http/graceful-stop.ts';
import { REDACTION } from './http/log-secrets.ts';
import { scheduleDaily } from './jobs/daily.ts';

const LOG_BUFFER_BYTES = 8 * 1024;
const LOG_FLUSH_MILLISECONDS = 250;

/** Starts the server, or ends the process with one sentence that says why it cannot start. */
export async function start(): Promise<void> {
  try {
    await listen();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`Vitrin cannot start: ${error.message}\n`);
    process.exit(1);
  }
}

async function listen(): Promise<void> {
  // Only this user of the machine may read the database, uploads and mails with links in them.
  process.umask(0o077);
  const config = readConfig();
  const log = createLog(config.logLevel);
  if (!config.databaseUrl) lockDataDir(config.dataDir);
  if (!config.rateLimits) log.warn('RATE_LIMITS is off: anybody may guess passwords as fast as they like');
  const db = connectDatabase(
    config.databaseUrl
      ? { databaseUrl: config.databaseUrl }
      : { sqlitePath: join(config.dataDir, 'vitrin.sqlite') },
  );
  await orStopWith('The database cannot be used', migrateToLatest(db));

  const context: Context = {
    config,
    db,
    mailer: await createMailer(config, log),
    storage: await createStorage(config),
    identity: createIdentityProvider(config),
    payments: await createPaymentGateway(config),
    log,
    now: () => new Date(),
  };
  const app = await buildApp(context);
  loadCommonPasswords();
  // Enqueued before the server listens, so that a signal to stop finds nothing half begun.
  await startSweepingAccounts(context);
  await startSweeping(context);
  await startSweepingPictures(context);
  await scheduleDaily(context, 'reconcile-payments');
  stopGracefully(app, () => db.destroy());
  await orStopWith(
    `HOST ${config.host} and PORT ${config.port} cannot be used`,
    app.listen({ host: config.host, port: config.port }),
  );
  const address = app.server.address();
  if (!config.isPublicUrlGiven && config.port === 0 && typeof address === 'object' && address) {
    config.publicUrl = `http://localhost:${address.port}`;
  }
  app.jobs.start();
  app.transfers.start();
  log.info(`Vitrin is open at ${config.publicUrl}`);
}

/**
 * Log lines are buffered and written a few times a second: a system call for each would cost more than many an answer.
 * The buffer is written when the process ends; a killed one may lose the last lines.
 */
function createLog(level: string): Context['log'] {
  const log = pino({ level, ...REDACTION }, pino.destination({ sync: false, minLength: LOG_BUFFER_BYTES }));
  setInterval(() => log.flush(), LOG_FLUSH_MILLISECONDS).unref();
  return log;
}

/**
 * Runs a step of the start; an error that is no fault of the program ends the process with `sentence` instead of a
 * stack.
 */
async function orStopWith(sentence: string, step: Promise<unknown>): Promise<void> {
  try {
    await step;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code !== 'string') throw error;
    throw new ConfigError(`${sentence}: ${error instanceof Error && error.message ? error.message : code}.`);
  }
}

async function createMailer(config: Config, log: Context['log']) {
  if (config.smtpUrl) {
    const { createSmtpMailer } = await import('./adapters/mail/smtp-mailer.ts');
    return createSmtpMailer(config.smtpUrl, config.mailFrom);
  }
  return createOutboxMailer(
    join(config.dataDir, 'outbox'),
    config.mailFrom,
    log,
    isLoopback(config.publicUrl),
  );
}
