import { join } from 'node:path';
import { pino } from 'pino';
import { refuseUnfinishedRestore } from '../backup/unfinished-restore.ts';
import { readConfig, readLocations } from '@vitrin/server/config/config.ts';
import { connectDatabase } from '@vitrin/server/database/connect.ts';
import { beginStart, KEY_MADE_ANEW, lacksKey } from '@vitrin/server/database/data-dir/lost-database.ts';
import { migrateToLatest } from '@vitrin/server/database/migrate.ts';
import { isDatabaseDamaged } from '@vitrin/engine/sql/errors.ts';
import { isReadOnlyRefusal } from '@vitrin/server/database/read-only/refusal.ts';
import { REPLACE_DAMAGED } from '@vitrin/server/database/data-dir/replace-damaged.ts';
import { AppError, ConfigError } from '@vitrin/server/errors.ts';
import { translate } from '@vitrin/server/i18n/messages.ts';
import { UsageError } from './command.ts';
import { findCommand, helpOf, runCommand } from './commands.ts';

/** `npm run admin -- COMMAND ...`: uses the server's configuration; the server may keep running. */
async function main(words: string[]): Promise<void> {
  const help = helpOf(words);
  if (help !== undefined) {
    process.stdout.write(`${help}\n`);
    return;
  }
  findCommand(words);
  const locations = readLocations();
  const endFirstStart = locations.databaseUrl === undefined ? beginStart(locations.dataDir) : () => {};
  const lackedKey = locations.databaseUrl === undefined && lacksKey(locations.dataDir);
  const config = readConfig();
  const db = connectDatabase(
    config.databaseUrl
      ? { databaseUrl: config.databaseUrl }
      : { sqlitePath: join(config.dataDir, 'vitrin.sqlite') },
  );
  // Logs to standard error, because the command's answer goes to standard output.
  const log = pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: true }));
  if (lackedKey && !lacksKey(config.dataDir)) log.warn(KEY_MADE_ANEW);
  try {
    await refuseUnfinishedRestore(config.dataDir, db);
    await migrateToLatest(db);
    endFirstStart();
    const answer = await runCommand({ config, db, log, now: () => new Date() }, words);
    process.stdout.write(`${answer}\n`);
  } finally {
    await db.destroy();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof AppError) fail(translate('en', error.detail.key, error.detail.params));
  else if (error instanceof UsageError) fail(error.message, 2);
  else if (error instanceof ConfigError) fail(error.message);
  else if (isReadOnlyRefusal(error))
    fail('The installation is read only, so nothing was changed: see npm run admin -- read-only.');
  else if (isDatabaseDamaged(error))
    fail(`The database file vitrin.sqlite in DATA_DIR is damaged (${error.message}): ${REPLACE_DAMAGED}.`);
  else throw error;
}

function fail(sentence: string, exitCode = 1): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = exitCode;
}
