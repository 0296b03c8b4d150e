import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { ConfigError } from '../errors.ts';

/** Kept from the garbage collector, which would close it. */
const held: DatabaseSync[] = [];

/**
 * Locks DATA_DIR for this process. The operating system releases the lock with the process, so a killed server leaves
 * none behind. Throws ConfigError when another server holds it.
 */
export function lockDataDir(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'lock.sqlite'), { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch {
    database.close();
    throw new ConfigError(`DATA_DIR ${dataDir} is in use by another Vitrin server.`);
  }
  held.push(database);
}
