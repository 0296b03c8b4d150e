import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { ConfigError } from '../errors.ts';

let held: DatabaseSync | undefined;

/**
 * Takes DATA_DIR for this process until it ends, however it ends: the operating system drops the lock with the
 * process, so a killed server leaves nothing behind. Throws ConfigError when another server holds it.
 */
export function lockDataDir(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'lock.sqlite'), { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch {
    database.close();
    throw new ConfigError(`DATA_DIR ${dataDir} is in use by another Vitrin server.`);
  }
  held = database;
}

/** Gives the folder back before the process ends (tests). */
export function unlockDataDir(): void {
  held?.close();
  held = undefined;
}
