import { globSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { migrateToLatest } from '@vitrin/server/database/migrate.ts';
import { connectTo, IS_POSTGRES } from '../testing/backup/installations.ts';
import { emptyInstallation } from '../testing/backup/shared-backup.ts';
import { openToRead } from './reading/open-to-read.ts';
import { readManifest } from './manifest.ts';
import { restore } from './restore.ts';
import { contentOf } from './durable-files.ts';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { verifyBackups } from './verify.ts';

const RELEASES = resolve(import.meta.dirname, '../testing/backup/releases');

/** A backup of PostgreSQL goes to PostgreSQL. */
const OF_THIS_DATABASE = readdirSync(RELEASES).filter((name) => name.endsWith('-postgres') === IS_POSTGRES);

test('there is a backup of a release', () => {
  expect(OF_THIS_DATABASE.length).toBeGreaterThan(0);
});

test.each(OF_THIS_DATABASE)('the backup of release %s is restored, and migrated', async (release) => {
  const folder = join(RELEASES, release);
  const empty = await emptyInstallation();
  expect((await verifyBackups(folder)).damage).toEqual([]);
  const { snapshot, objects } = await restore(empty, folder, {});
  expect(objects).toBeGreaterThan(0);
  const { header } = await readManifest(await openToRead(folder), snapshot);
  const db = connectTo(empty);
  await migrateToLatest(db);
  const files = await db.selectFrom('files').select(['storage_key', 'size_bytes', 'sha256']).execute();
  await db.destroy();
  expect(files).toHaveLength(header.database.rows['files'] ?? 0);
  for (const { storage_key, size_bytes, sha256 } of files) {
    const body = await empty.storage.read(storage_key, { start: 0, end: size_bytes - 1 });
    expect(await contentOf(bytesOf(body))).toEqual({ size: size_bytes, sha256 });
  }
  expect(globSync('*.key', { cwd: empty.dataDir }).toSorted()).toEqual(
    header.keys.map(({ file }) => file).toSorted(),
  );
});
