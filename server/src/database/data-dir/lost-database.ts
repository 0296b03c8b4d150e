import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderDurably, syncFolderNow } from '@vitrin/engine/disk/durable-folders.ts';
import { ConfigError } from '../../errors.ts';

const DATABASE = 'vitrin.sqlite';
/** The file in DATA_DIR that is there while a restore or a move into it has not ended. */
export const UNFINISHED_RESTORE = 'restore.unfinished';
/** There from before the first key is made until the database is whole, so that a killed first start is known. */
const FIRST_START = 'first-start.unfinished';
const KEY_FILE = /^(secret|receipt-\d+)\.key$/;
const FOLDER_OF_OBJECTS = /^[0-9a-f]{2}$/;

/** First step after a database file was deleted while a server runs, which still has it open. */
export const SAVE_FROM_SERVER =
  'where the server still runs, copy the file out of it before you stop it, as docs/operations.md says under Restore';

/** Advice about a database that is lost. */
export const RESTORE_OR_EMPTY =
  'move the folder aside and restore a backup with npm run restore, or, to begin anew on purpose, empty the folder';

/** The SQLite file of an installation is gone while other things of it are there. The message says which. */
export class LostDatabaseError extends Error {
  override readonly name = 'LostDatabaseError';
}

/**
 * Throws LostDatabaseError where DATA_DIR has keys, objects or the log of a database, and no database, or an empty file
 * in its place (specification 12.14). A folder left by a killed first start or an unfinished restore is not lost.
 */
export function requireDatabaseOf(dataDir: string): void {
  // In this order, so that a first start in another process is never taken for a loss: it marks the folder, makes the
  // keys, then the database, and removes the mark last.
  const sign = signOf(dataDir);
  if (sign === undefined || existsSync(join(dataDir, UNFINISHED_RESTORE))) return;
  if (sign.isOfFirstStart && existsSync(join(dataDir, FIRST_START))) return;
  const size = statSync(join(dataDir, DATABASE), { throwIfNoEntry: false })?.size;
  if (size !== undefined && size > 0) return;
  const state = size === undefined ? 'is missing' : 'is empty';
  throw new LostDatabaseError(
    `The database ${join(dataDir, DATABASE)} ${state}, while ${sign.name} beside it`,
  );
}

/**
 * Called before anything is made in DATA_DIR: marks a new folder, and returns what is to be called once the database is
 * whole. Throws ConfigError where the database is lost, or DATA_DIR cannot be used.
 */
export function beginStart(dataDir: string): () => void {
  const mark = join(dataDir, FIRST_START);
  try {
    requireDatabaseOf(dataDir);
    if (!existsSync(join(dataDir, DATABASE))) {
      makeFolderDurably(dataDir);
      writeFileSync(mark, '', { mode: 0o600 });
      syncFolderNow(dataDir);
    }
  } catch (error) {
    if (error instanceof LostDatabaseError) throw new ConfigError(`${error.message}: ${RESTORE_OR_EMPTY}.`);
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be used: ${reason}.`);
  }
  return () => {
    if (!existsSync(mark)) return;
    // The name of the database is durable before the mark is gone.
    syncFolderNow(dataDir);
    rmSync(mark, { force: true });
    syncFolderNow(dataDir);
  };
}

/** Log line about the effects of a new secret key in place of a lost one. */
export const KEY_MADE_ANEW =
  'There was no secret.key in DATA_DIR beside the database, so a new one was made: links that were mailed before no longer work, and known devices count as new. Put the old one back from a backup to undo that';

/** True if the database has no secret key beside it; with SECRET_KEY it needs none. */
export function lacksKey(dataDir: string): boolean {
  const size = statSync(join(dataDir, DATABASE), { throwIfNoEntry: false })?.size ?? 0;
  return size > 0 && !existsSync(join(dataDir, 'secret.key'));
}

type Sign = { name: string; isOfFirstStart: boolean };

/** Returns a sign that there was a database. Objects are stored only once a first start has ended. */
function signOf(dataDir: string): Sign | undefined {
  if (hasObjects(join(dataDir, 'files')))
    return { name: 'files of an installation are', isOfFirstStart: false };
  const names = namesIn(dataDir);
  const name = names.find((name) => KEY_FILE.test(name)) ?? names.find((name) => name === `${DATABASE}-wal`);
  return name === undefined ? undefined : { name: `${name} is`, isOfFirstStart: true };
}

function hasObjects(files: string): boolean {
  return namesIn(files).some((name) => FOLDER_OF_OBJECTS.test(name) && namesIn(join(files, name)).length > 0);
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
