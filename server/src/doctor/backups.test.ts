import { expect, onTestFinished, test } from 'vitest';
import { type S3Server, startS3Server } from '../../../test-kit/s3-server.ts';
import { createStorage } from '../adapters/storage/create-storage.ts';
import { bytesOf } from '../bytes/byte-source.ts';
import { bucketVariables } from '../testing/backup/remote.ts';
import { installationOf, linesOf } from '../testing/examined.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { examine } from './doctor.ts';

const REMOTE = 's3://vitrin/off/site';
const TAKEN = '2026-11-20T10-30-00Z';

async function freshBucket(
  variables: Record<string, string> = {},
): Promise<{ s3: S3Server; setup: TestApp }> {
  const s3 = await startS3Server();
  onTestFinished(s3.stop);
  const setup = await createTestApp({ BACKUP_DIR: REMOTE, ...bucketVariables(s3), ...variables });
  onTestFinished(setup.close);
  return { s3, setup };
}

/** What the doctor says of the age of backups, so many hours after one was taken. */
async function saidAfter(setup: TestApp, hours = 0) {
  const now = () => new Date(Date.parse('2026-11-20T10:30:00Z') + hours * 3600_000);
  const found = await examine(installationOf(setup, { now }), ['backups']);
  return { line: linesOf(found)[0], advice: found[0]?.advice };
}

async function put({ config }: S3Server, ...paths: string[]): Promise<void> {
  const storage = await createStorage({ s3: config, dataDir: '' });
  for (const path of paths) await storage.write(`off/site/${path}`, bytesOf(Buffer.of(1)));
}

test('the age of the newest whole snapshot in a bucket counts', async () => {
  const { s3, setup } = await freshBucket();
  expect((await saidAfter(setup)).line).toBe(`error: There is no backup yet in ${REMOTE}.`);
  expect((await saidAfter(setup)).advice).toContain(`npm run backup -- ${REMOTE}`);
  await put(s3, 'VITRIN-BACKUP', 'snapshots/2026-11-19T10-30-00Z/SHA256SUMS');
  await put(s3, `snapshots/${TAKEN}/SHA256SUMS`, 'snapshots/2026-11-20T20-00-00Z/manifest.jsonl');
  expect((await saidAfter(setup, 20)).line).toBe(
    'ok: The newest snapshot is of 2026-11-20T10:30:00.000Z, 20 hours ago.',
  );
  expect((await saidAfter(setup, 30)).line).toMatch(/^warning: .+, 30 hours ago\.$/);
  expect((await saidAfter(setup, 24 * 9)).line).toMatch(/^error: .+, 9 days ago\.$/);
});

test('a bucket that is away, and one that refuses, are errors that say what to do', async () => {
  const { s3, setup } = await freshBucket();
  s3.pause();
  const away = await saidAfter(setup);
  expect(away.line).toMatch(/^error: The backups in s3:\/\/vitrin\/off\/site cannot be looked at: [^\n]+\.$/);
  expect(away.advice).toContain('BACKUP_ACCESS_KEY_ID');
  s3.resume();
  const refused = await freshBucket({ BACKUP_ACCESS_KEY_ID: 'nobody' });
  expect((await saidAfter(refused.setup)).line).toMatch(/^error: The backups in .+ cannot be looked at: /);
});

test('a bucket without keys, and a key that was cut short, are said', async () => {
  const { setup } = await freshBucket({ BACKUP_ACCESS_KEY_ID: '' });
  expect((await saidAfter(setup)).line).toContain(`For ${REMOTE} set BACKUP_ACCESS_KEY_ID`);
  const short = await freshBucket({ BACKUP_KEY: 'short' });
  expect((await saidAfter(short.setup)).line).toContain('BACKUP_KEY must have at least 32 characters');
});
