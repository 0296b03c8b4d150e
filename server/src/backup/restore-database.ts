import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Places } from '../config.ts';
import { syncFolder } from '../disk/durable-folders.ts';
import type { BackupFolder } from './backup-folder.ts';
import { openPostgres, sqlitePathOf } from './database-reader.ts';
import { contentOf, readFileBytes, writeAside } from './durable-files.ts';
import { BackupError } from './errors.ts';
import type { ManifestHeader } from './manifest.ts';
import { runPostgresProgram } from './postgres-programs.ts';
import { MARK_TABLE } from './unfinished-restore.ts';

type Place = Pick<Places, 'dataDir' | 'databaseUrl'>;

/** Whether the database has anything in it but the mark of a restore. */
export async function hasDatabase({ dataDir, databaseUrl }: Place): Promise<boolean> {
  if (databaseUrl === undefined) return existsSync(sqlitePathOf(dataDir));
  const reader = await openPostgres(databaseUrl);
  try {
    return [...(await reader.columns()).keys()].some((table) => table !== MARK_TABLE);
  } finally {
    await reader.close();
  }
}

/**
 * Puts the database of a snapshot in place: all of it or nothing, also under a kill. Throws BackupError when the copy
 * is damaged.
 */
export async function restoreDatabase(
  { dataDir, databaseUrl }: Place,
  folder: BackupFolder,
  snapshot: string,
  { database }: Pick<ManifestHeader, 'database'>,
): Promise<void> {
  const copy = join(folder.snapshotPath(snapshot), database.file);
  if (databaseUrl === undefined) return restoreSqlite(copy, sqlitePathOf(dataDir), database.sha256);
  const { sha256 } = await contentOf(readFileBytes(copy));
  if (sha256 !== database.sha256) throw damaged(copy);
  // A restore that was killed before its mark was removed has the database already: pg_restore commits once.
  if (await hasDatabase({ dataDir, databaseUrl })) return;
  try {
    await runPostgresProgram('pg_restore', databaseUrl, [
      '--single-transaction',
      '--exit-on-error',
      '--no-owner',
      '--no-privileges',
      copy,
    ]);
  } catch (error) {
    // The pg_restore of a restore that was killed goes on by itself, and may have committed the same copy meanwhile. All
    // is compared afterwards, whichever of the two it was.
    if (!(error instanceof BackupError) || !(await hasDatabase({ dataDir, databaseUrl }))) throw error;
  }
}

async function restoreSqlite(copy: string, path: string, expected: string): Promise<void> {
  const aside = `${path}.unfinished`;
  const { sha256 } = await writeAside(aside, readFileBytes(copy));
  if (sha256 !== expected) {
    await rm(aside);
    throw damaged(copy);
  }
  await rename(aside, path);
  await syncFolder(dirname(path));
}

function damaged(path: string): BackupError {
  return new BackupError(`${path} is damaged: restore another backup with --at.`);
}
