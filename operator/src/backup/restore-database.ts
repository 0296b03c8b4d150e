import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locations } from '@vitrin/server/config/config.ts';
import { syncFolder } from '@vitrin/engine/disk/durable-folders.ts';
import { openPostgres, sqlitePathOf } from './database-reader.ts';
import { NotAuthenticError } from './copies/cipher.ts';
import { writeAside } from './durable-files.ts';
import { BackupError } from './errors.ts';
import type { ManifestHeader } from './manifest.ts';
import { runPostgresProgram } from './postgres-programs.ts';
import { type Backups, contentIn, pathIn } from './reading/backups.ts';
import { MARK_TABLE } from './unfinished-restore.ts';

type DatabaseLocation = Pick<Locations, 'dataDir' | 'databaseUrl'>;

/** True if the database contains anything other than the mark of an unfinished restore. */
export async function hasDatabase({ dataDir, databaseUrl }: DatabaseLocation): Promise<boolean> {
  if (databaseUrl === undefined) return existsSync(sqlitePathOf(dataDir));
  const reader = await openPostgres(databaseUrl);
  try {
    return [...(await reader.columns()).keys()].some((table) => table !== MARK_TABLE);
  } finally {
    await reader.close();
  }
}

/**
 * Installs the database of a snapshot, all or nothing, even if the process is killed. Throws BackupError if
 * the copy is damaged.
 */
export async function restoreDatabase(
  { dataDir, databaseUrl }: DatabaseLocation,
  backups: Backups,
  snapshot: string,
  { database }: Pick<ManifestHeader, 'database'>,
): Promise<void> {
  const path = pathIn(snapshot, database.file);
  if (databaseUrl === undefined) return restoreSqlite(backups, path, sqlitePathOf(dataDir), database.sha256);
  if ((await contentIn(backups, path))?.sha256 !== database.sha256) throw damagedCopy(backups, path);
  // A restore that was killed before its mark was removed has the database already: pg_restore commits once.
  if (await hasDatabase({ dataDir, databaseUrl })) return;
  // pg_restore reads a file of this machine.
  const local = backups.localPath(path);
  const aside = join(dataDir, 'database.dump.unfinished');
  try {
    if (local === undefined) await writeAside(aside, backups.read(path));
    await runPostgresProgram('pg_restore', databaseUrl, [
      '--single-transaction',
      '--exit-on-error',
      '--no-owner',
      '--no-privileges',
      local ?? aside,
    ]);
  } catch (error) {
    // The pg_restore of a restore that was killed goes on by itself, and may have committed the same copy meanwhile. All
    // is compared afterwards, whichever of the two it was.
    if (!(error instanceof BackupError) || !(await hasDatabase({ dataDir, databaseUrl }))) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

async function restoreSqlite(
  backups: Backups,
  path: string,
  target: string,
  expected: string,
): Promise<void> {
  const aside = `${target}.unfinished`;
  const content = await writeAside(aside, backups.read(path)).catch((error: unknown) => {
    if (error instanceof NotAuthenticError) return undefined;
    throw error;
  });
  if (content?.sha256 !== expected) {
    await rm(aside, { force: true });
    throw damagedCopy(backups, path);
  }
  // Journal files left by a killed restore would be replayed into the new database.
  for (const log of ['journal', 'wal', 'shm']) await rm(`${target}-${log}`, { force: true });
  await rename(aside, target);
  await syncFolder(dirname(target));
}

/** A file of a backup is not what was written. */
export function damagedCopy({ name }: Pick<Backups, 'name'>, path: string): BackupError {
  return new BackupError(`${name}/${path} is damaged: restore another backup with --at.`);
}
