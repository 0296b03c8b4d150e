import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderDurably, syncFolderNow } from '@vitrin/engine/disk/durable-folders.ts';
import { ConfigError } from '../../errors.ts';

const DATABASE = 'vitrin.sqlite';
/** This file is in DATA_DIR while a restore or a move into it has not ended. */
export const UNFINISHED_RESTORE = 'restore.unfinished';
/** This file exists until the first start has made the whole database, so that a killed first start is no loss. */
const FIRST_START = 'first-start.unfinished';
const KEY_FILE = /^(secret|receipt-\d+)\.key$/;
const FOLDER_OF_OBJECTS = /^[0-9a-f]{2}$/;

export const SAVE_FROM_SERVER =
  'where the server still runs, copy the file out of it before you stop it, as docs/operations.md says under Restore';

export const RESTORE_OR_EMPTY =
  'move the folder aside and restore a backup with npm run restore, or, to begin anew on purpose, empty the folder';

export class LostDatabaseError extends Error {
  override readonly name = 'LostDatabaseError';
}

/** Throws LostDatabaseError when DATA_DIR was used and its database is missing or empty (specification 12.14). */
export function requireDatabaseOf(dataDir: string): void {
  // A first start in another process never looks like a loss in this order: it marks the folder, makes the keys, then
  // the database, and removes the mark last.
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

/** Marks a new DATA_DIR; call the result once the database is whole. Throws ConfigError if lost or unusable. */
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

export const KEY_MADE_ANEW =
  'There was no secret.key in DATA_DIR beside the database, so a new one was made: links that were mailed before no longer work, and known devices count as new. Put the old one back from a backup to undo that';

/** True if the database has no secret key beside it; with SECRET_KEY it needs none. */
export function lacksKey(dataDir: string): boolean {
  const size = statSync(join(dataDir, DATABASE), { throwIfNoEntry: false })?.size ?? 0;
  return size > 0 && !existsSync(join(dataDir, 'secret.key'));
}

type Sign = { name: string; isOfFirstStart: boolean };

/** Returns a sign of an earlier database; objects are stored only once a first start has ended. */
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
