import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderDurably, syncFolderNow } from './disk/durable-folders.ts';
import { ConfigError } from './errors.ts';

const KEY = /^[0-9a-f]{64}$/i;

/**
 * The installation's secret key when SECRET_KEY is not given: kept in DATA_DIR and made at the first start. Throws
 * ConfigError when the file holds no whole key: signing with a part of one would let anybody forge links.
 */
export function loadSecretKey(dataDir: string): string {
  const path = join(dataDir, 'secret.key');
  try {
    makeFolderDurably(dataDir);
    const kept = readKey(path) ?? makeKey(path);
    // Another process may have made the key a moment ago; its name must be durable before anything is signed with it.
    syncFolderNow(dataDir);
    if (KEY.test(kept)) return kept;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be used: ${reason}.`);
  }
  throw new ConfigError(
    `${path} must hold 64 hexadecimal digits, and does not: put it back from a backup, or remove it to get a new one, with which links that were mailed stop working.`,
  );
}

function readKey(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Writes a new key and gives it its name only once its bytes are durable. A link, unlike a rename, never replaces the
 * key of a process that starts at the same moment: both use the first one.
 */
function makeKey(path: string): string {
  const aside = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(aside, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}
