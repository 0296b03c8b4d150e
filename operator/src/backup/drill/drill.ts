import { hash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { createStorage } from '@vitrin/server/adapters/storage/create-storage.ts';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import type { Locations } from '@vitrin/server/config/config.ts';
import {
  connectPostgres,
  openPostgres,
  openSqlite,
  readFactsAndClose,
  sqlitePathOf,
} from '../database-reader.ts';
import { contentOf } from '../durable-files.ts';
import { UnavailableError } from '@vitrin/server/errors.ts';
import { BackupError, findingOf } from '../errors.ts';
import { type ManifestEntry, readManifest } from '../manifest.ts';
import { type Backups, chooseSnapshot } from '../reading/backups.ts';
import { openToRead, type ReadAccess } from '../reading/open-to-read.ts';
import { restoreDatabase } from '../restore-database.ts';
import { verifyBackups } from '../verify.ts';

/** insufficient_privilege of PostgreSQL. */
const NOT_PERMITTED = '42501';

/** Result of trying a backup; `problem` is null if everything matched. */
export type DrillResult = {
  snapshot: string | null;
  rows: number;
  objects: number;
  bytes: number;
  problem: string | null;
  /** True if the bucket did not answer or refused, so the backup itself was not fully checked. */
  isAway: boolean;
};

/** Result before anything was checked. */
export const NOTHING_YET: Omit<DrillResult, 'problem'> = {
  snapshot: null,
  rows: 0,
  objects: 0,
  bytes: 0,
  isAway: false,
};

/**
 * Tries the newest backup of a folder or a bucket (specification 12.6): restores its database into a folder `drill` of
 * DATA_DIR, or a scratch database beside `databaseUrl`, counts its rows, compares every checksum, and stores and reads
 * one file. Nothing of it stays.
 */
export async function drill(
  path: string,
  { dataDir, databaseUrl }: Pick<Locations, 'dataDir' | 'databaseUrl'>,
  access?: ReadAccess,
): Promise<DrillResult> {
  const result: DrillResult = { ...NOTHING_YET, problem: null };
  const scratch = join(dataDir, 'drill');
  try {
    await rm(scratch, { recursive: true, force: true });
    await mkdir(scratch, { recursive: true });
    const backups = await openToRead(path, access);
    const snapshot = await chooseSnapshot(backups);
    result.snapshot = snapshot;
    const { header, entries } = await readManifest(backups, snapshot);
    await withScratchDatabase(databaseUrl, async (scratchUrl) => {
      const target = { dataDir: scratch, databaseUrl: scratchUrl };
      await restoreDatabase(target, backups, snapshot, header);
      const reader =
        scratchUrl === undefined ? openSqlite(sqlitePathOf(scratch)) : await openPostgres(scratchUrl);
      const { rows } = await readFactsAndClose(reader);
      for (const [table, count] of Object.entries(header.database.rows))
        if (rows[table] !== count)
          throw new BackupError(`The table ${table} has ${rows[table]} rows instead of ${count}.`);
      result.rows = Object.values(rows).reduce((sum, count) => sum + count, 0);
    });
    const { damage } = await verifyBackups(path, undefined, access);
    if (damage[0]) throw new BackupError(`${damage[0].file} ${damage[0].problem} (${damage.length} in all)`);
    const object = await smallestOf(entries());
    if (object) await storeAndRead(scratch, backups, object);
    result.objects = header.objects;
    result.bytes = header.bytes;
  } catch (error) {
    result.problem = findingOf(error);
    result.isAway = error instanceof UnavailableError;
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
    await createDatabase(client, name);
    try {
      await work(url.href);
    } finally {
      await client.query(`drop database if exists ${name} with (force)`);
    }
  } finally {
    await client.end();
  }
}

async function createDatabase(client: Client, name: string): Promise<void> {
  try {
    await client.query(`create database ${name}`);
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_PERMITTED) throw error;
    throw new BackupError(
      `the role ${client.user ?? ''} may not make a database to try it in: alter role ${client.user ?? ''} createdb`,
    );
  }
}

/** Smallest object that is not empty: it is restored into DATA_DIR, which may lack room for a large one. */
async function smallestOf(entries: AsyncIterable<ManifestEntry>): Promise<ManifestEntry | undefined> {
  let smallest: ManifestEntry | undefined;
  for await (const entry of entries)
    if (entry.size > 0 && (smallest === undefined || entry.size < smallest.size)) smallest = entry;
  return smallest;
}

async function storeAndRead(
  dataDir: string,
  backups: Backups,
  { key, size, sha256 }: ManifestEntry,
): Promise<void> {
  const storage = await createStorage({ dataDir, s3: undefined });
  await storage.write(key, backups.read(backups.copyPath(key, sha256)));
  const read = await contentOf(bytesOf(await storage.read(key, { start: 0, end: size - 1 })));
  if (read.sha256 !== sha256) throw new BackupError(`The object ${key} could not be stored and read.`);
}
