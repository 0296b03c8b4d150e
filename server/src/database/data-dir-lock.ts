import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { ConfigError } from '../errors.ts';

/** Kept from the garbage collector, which would close it. */
const held: DatabaseSync[] = [];

/** Locks DATA_DIR until the process ends, however it ends; throws ConfigError when another server holds it. */
export function lockDataDir(dataDir: string): void {
  if (!lockFolder(dataDir)) throw new ConfigError(`DATA_DIR ${dataDir} is in use by another Vitrin server.`);
}

/** Locks a folder until the process ends or the returned function is called; returns undefined when it is locked. */
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
