import { expect, test } from 'vitest';
import { createStorage } from '@vitrin/server/adapters/storage/create-storage.ts';
import { readConfig } from '@vitrin/server/config/config.ts';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { bucketVariables } from '../testing/backup/remote.ts';
import { installationOf, linesOf } from '../testing/examined.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { temporaryBucket } from '@vitrin/engine/testing/temporary-bucket.ts';
import { examine } from './doctor.ts';

const REMOTE = 's3://vitrin/off/site';
const TAKEN = '2026-11-20T10-30-00Z';

const s3 = await temporaryBucket();
const setup = await sharedTestApp();

/** Finding about the age of backups in the bucket, this many hours after one was taken. */
async function saidAfter(hours = 0, variables: Record<string, string> = {}) {
  const now = () => new Date(Date.parse('2026-11-20T10:30:00Z') + hours * 3600_000);
  const environment = { BACKUP_DIR: REMOTE, ...bucketVariables(s3), ...variables };
  const config = readConfig({ DATA_DIR: setup.config.dataDir, ...environment });
  const found = await examine(installationOf(setup, { config, now }), ['backups']);
  return { line: linesOf(found)[0], advice: found[0]?.advice };
}

async function put(...paths: string[]): Promise<void> {
  const storage = await createStorage({ s3: s3.config, dataDir: '' });
  for (const path of paths) await storage.write(`off/site/${path}`, bytesOf(Buffer.of(1)));
}

test('the age of the newest whole snapshot in a bucket counts', async () => {
  expect((await saidAfter()).line).toBe(`error: There is no backup yet in ${REMOTE}.`);
  expect((await saidAfter()).advice).toContain(`npm run backup -- ${REMOTE}`);
  await put('VITRIN-BACKUP', 'snapshots/2026-11-19T10-30-00Z/SHA256SUMS');
  await put(`snapshots/${TAKEN}/SHA256SUMS`, 'snapshots/2026-11-20T20-00-00Z/manifest.jsonl');
  expect((await saidAfter(20)).line).toBe(
    'ok: The newest snapshot is of 2026-11-20T10:30:00.000Z, 20 hours ago.',
  );
  expect((await saidAfter(30)).line).toMatch(/^warning: .+, 30 hours ago\.$/);
  expect((await saidAfter(24 * 9)).line).toMatch(/^error: .+, 9 days ago\.$/);
});

test('an unreachable bucket, and one that refuses, are errors that explain the remedy', async () => {
  s3.pause();
  const away = await saidAfter();
  expect(away.line).toMatch(/^error: The backups in s3:\/\/vitrin\/off\/site cannot be looked at: [^\n]+\.$/);
  expect(away.advice).toContain('BACKUP_ACCESS_KEY_ID');
  s3.resume();
  expect((await saidAfter(0, { BACKUP_ACCESS_KEY_ID: 'nobody' })).line).toMatch(
    /^error: The backups in .+ cannot be looked at: /,
  );
});

test('a bucket without keys, and a truncated key, are reported', async () => {
  expect((await saidAfter(0, { BACKUP_ACCESS_KEY_ID: '' })).line).toContain(
    `For ${REMOTE} set BACKUP_ACCESS_KEY_ID`,
  );
  expect((await saidAfter(0, { BACKUP_KEY: 'short' })).line).toContain(
    'BACKUP_KEY must have at least 32 characters',
  );
});
