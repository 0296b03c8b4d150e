import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { connectDatabase } from '../database/connect.ts';
import { migrateToLatest } from '../database/migrate.ts';
import { AppError, ConfigError } from '../errors.ts';
import { translate } from '../i18n/messages.ts';
import { UsageError } from './command.ts';
import { runCommand } from './commands.ts';

/** `npm run admin -- COMMAND ...`: uses the server's configuration; the server may keep running. */
async function main(): Promise<void> {
  const config = readConfig();
  const db = connectDatabase(
    config.databaseUrl
      ? { databaseUrl: config.databaseUrl }
      : { sqlitePath: join(config.dataDir, 'vitrin.sqlite') },
  );
  // Logs to standard error, because the command's answer goes to standard output.
  const log = pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: true }));
  try {
    await migrateToLatest(db);
    const answer = await runCommand({ config, db, log, now: () => new Date() }, process.argv.slice(2));
    process.stdout.write(`${answer}\n`);
  } finally {
    await db.destroy();
  }
}

try {
  await main();
} catch (error) {
  if (error instanceof AppError) fail(translate('en', error.detail.key, error.detail.params));
  else if (error instanceof UsageError || error instanceof ConfigError) fail(error.message);
  else throw error;
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
