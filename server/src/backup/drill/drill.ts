import { hash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createStorage } from '../../adapters/storage/create-storage.ts';
import { bytesOf } from '../../bytes/byte-source.ts';
import type { Places } from '../../config.ts';
import { type BackupFolder, chooseSnapshot } from '../backup-folder.ts';
import { openToRead } from '../copies/open-to-read.ts';
import {
  connectPostgres,
  openPostgres,
  openSqlite,
  readFactsAndClose,
  sqlitePathOf,
} from '../database-reader.ts';
import { contentOf } from '../durable-files.ts';
import { BackupError } from '../errors.ts';
import { type ManifestEntry, readManifest } from '../manifest.ts';
import { restoreDatabase } from '../restore-database.ts';
import { verifyBackups } from '../verify.ts';

/** What came of trying a backup; `problem` is null where everything was as it should be. */
export type DrillResult = {
  snapshot: string | null;
  rows: number;
  objects: number;
  bytes: number;
  problem: string | null;
};

/**
 * Tries the newest backup of a folder (specification 12.6): restores its database into a folder `drill` of DATA_DIR, or a
 * scratch database beside `databaseUrl`, counts its rows, compares every checksum, and stores and reads one file. Nothing of it
 * stays.
 */
export async function drill(
  path: string,
  { dataDir, databaseUrl }: Pick<Places, 'dataDir' | 'databaseUrl'>,
  key?: string,
): Promise<DrillResult> {
  const result: DrillResult = { snapshot: null, rows: 0, objects: 0, bytes: 0, problem: null };
  const scratch = join(dataDir, 'drill');
  try {
    await rm(scratch, { recursive: true, force: true });
    await mkdir(scratch, { recursive: true });
    const folder = await openToRead(path, key);
    const snapshot = await chooseSnapshot(folder);
    result.snapshot = snapshot;
    const { header, entries } = await readManifest(folder, snapshot);
    const list = await Array.fromAsync(entries());
    await withScratchDatabase(databaseUrl, async (scratchUrl) => {
      const place = { dataDir: scratch, databaseUrl: scratchUrl };
      await restoreDatabase(place, folder, snapshot, header);
      const reader =
        scratchUrl === undefined ? openSqlite(sqlitePathOf(scratch)) : await openPostgres(scratchUrl);
      const { rows } = await readFactsAndClose(reader);
      for (const [table, count] of Object.entries(header.database.rows))
        if (rows[table] !== count)
          throw new BackupError(`The table ${table} has ${rows[table]} rows instead of ${count}.`);
      result.rows = Object.values(rows).reduce((sum, count) => sum + count, 0);
    });
    const { damage } = await verifyBackups(path, undefined, key);
    if (damage[0]) throw new BackupError(`${damage[0].file} ${damage[0].problem} (${damage.length} in all)`);
    if (list[0]) await storeAndRead(scratch, folder, list[0]);
    result.objects = header.objects;
    result.bytes = header.bytes;
  } catch (error) {
    result.problem = error instanceof Error ? error.message : String(error);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return result;
}

/** Name of the scratch database beside one: always the same, so that the next drill removes what a killed one left. */
export function scratchNameOf(databaseUrl: string): string {
  return `vitrin_drill_${hash('sha256', new URL(databaseUrl).pathname).slice(0, 16)}`;
}

/** A backup of SQLite needs no server; one of PostgreSQL is restored into a database that exists meanwhile alone. */
async function withScratchDatabase(
  databaseUrl: string | undefined,
  work: (scratchUrl: string | undefined) => Promise<void>,
): Promise<void> {
  if (databaseUrl === undefined) return work(undefined);
  const url = new URL(databaseUrl);
  const name = scratchNameOf(databaseUrl);
  url.pathname = `/${name}`;
  const client = await connectPostgres(databaseUrl);
  try {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
    try {
      await work(url.href);
    } finally {
      await client.query(`drop database if exists ${name} with (force)`);
    }
  } finally {
    await client.end();
  }
}

async function storeAndRead(
  dataDir: string,
  folder: BackupFolder,
  { key, size, sha256 }: ManifestEntry,
): Promise<void> {
  const storage = await createStorage({ dataDir, s3: undefined });
  await storage.write(key, folder.read(folder.copyPath(key, sha256)));
  const read = await contentOf(bytesOf(await storage.read(key, { start: 0, end: size - 1 })));
  if (read.sha256 !== sha256) throw new BackupError(`The object ${key} could not be stored and read.`);
}
