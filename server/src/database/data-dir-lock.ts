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
  if (!lockFolder(dataDir)) throw new ConfigError(`DATA_DIR ${dataDir} is in use by another Vitrin server.`);
}

/**
 * Locks a folder until this process ends, or the returned function is called. Returns undefined when another one holds
 * the lock.
 */
export function lockFolder(folder: string, file = 'lock.sqlite'): (() => void) | undefined {
  const database = new DatabaseSync(join(folder, file), { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch {
    database.close();
    return undefined;
  }
  held.push(database);
  return () => database.close();
}
