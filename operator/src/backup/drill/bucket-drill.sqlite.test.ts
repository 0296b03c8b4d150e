import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { S3Server } from '../../../../test-kit/s3-server.ts';
import { runCommand } from '../../admin/commands.ts';
import { createStorage } from '@vitrin/server/adapters/storage/create-storage.ts';
import { readConfig } from '@vitrin/server/config/config.ts';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { timestampOf } from '@vitrin/server/context.ts';
import { countJobs } from '@vitrin/server/jobs/queries.ts';
import { temporaryInstallation } from '../../testing/backup/shared-backup.ts';
import { bucketVariables } from '../../testing/backup/remote.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { temporaryBucket } from '@vitrin/engine/testing/temporary-bucket.ts';
import { backUp } from '../back-up.ts';
import { readCopyAccess } from '../copies/access.ts';
import { drill } from './drill.ts';
import { drillJobs, startDrills } from './drill-job.ts';

const KEY = 'k'.repeat(40);
const REMOTE = 's3://vitrin/off/site';
const DAY_SECONDS = 24 * 3600;

const setup = await sharedTestApp({ OWNER_EMAIL: 'owner@example.com', LOG_LEVEL: 'silent' });
const installation = await temporaryInstallation({ files: 2 });
let s3: S3Server;
let folder: string;

beforeEach(async () => {
  s3 = await temporaryBucket();
  folder = temporaryFolder();
});
afterEach(async () => {
  for (const table of ['jobs', 'backup_drills'] as const) await setup.db.deleteFrom(table).execute();
  setup.mails.splice(0);
});

/** Starts the drills as a server does that is configured with the bucket and `variables`. */
async function serve(variables: Record<string, string> = bucketVariables(s3)): Promise<void> {
  const { backupDir, backupAccess } = readConfig({ DATA_DIR: folder, BACKUP_DIR: REMOTE, ...variables });
  Object.assign(setup.context.config, { backupDir, backupAccess });
  await startDrills(setup.context);
}

const takeBackup = (key?: string) =>
  backUp(installation, REMOTE, undefined, readCopyAccess(bucketVariables(s3, key), join(folder, 'parts')));

/** Time at which the waiting drill is due. */
const due = () => setup.db.selectFrom('jobs').select('run_at').where('kind', '=', 'drill-backup').execute();
const results = () => setup.db.selectFrom('backup_drills').selectAll().orderBy('id').execute();

/** Replaces the first object with a matching path directly in the bucket, behind the product's back. */
async function flip(path: RegExp): Promise<string> {
  const storage = await createStorage({ s3: s3.config, dataDir: folder });
  const keys = (await Array.fromAsync(storage.list())).filter(({ size }) => size > 0).map(({ key }) => key);
  const key = keys.find((each) => path.test(each)) ?? '';
  await storage.delete([key]);
  await storage.write(key, bytesOf(Buffer.from('another')));
  return key.slice('off/site/'.length);
}

test('the newest backup in a bucket is restored and compared once a week, and damage is named and mailed', async () => {
  const { snapshot, bytes } = await takeBackup(KEY);
  await serve(bucketVariables(s3, KEY));
  await setup.runJobs();
  expect(await results()).toMatchObject([{ snapshot, objects: 6, bytes, problem: null }]);
  const damaged = await flip(/\/objects\//);
  setup.advance(6 * DAY_SECONDS);
  await setup.runJobs();
  expect(await results()).toHaveLength(1);
  setup.advance(DAY_SECONDS);
  await setup.runJobs();
  await setup.runJobs();
  expect((await results())[1]).toMatchObject({
    problem: expect.stringContaining(`${damaged} is damaged.`),
  });
  expect(setup.mails).toMatchObject([{ to: 'owner@example.com' }]);
  expect(setup.mails[0]?.text.replaceAll('\u2060', '')).toContain(damaged);
});

test('a bucket without a backup is waited for, and one is tried out of turn', async () => {
  await serve();
  const run = (...words: string[]) => runCommand(setup.context, words);
  await setup.runJobs();
  setup.advance(15 * 60);
  await setup.runJobs();
  expect(await results()).toEqual([]);
  await expect(run('backups', 'try')).rejects.toThrow(`There is no backup in ${REMOTE} yet: take one`);
  const { snapshot } = await takeBackup();
  expect(await run('backups', 'try')).toContain(`The backup ${snapshot} is tried as soon as a server runs`);
  expect(await due()).toEqual([{ run_at: timestampOf(setup.context) }]);
});

test('a bucket that is away is a finding, mailed, and tried again the next day', async () => {
  await takeBackup();
  await serve();
  s3.pause();
  await setup.runJobs();
  await setup.runJobs();
  expect(await results()).toMatchObject([
    { snapshot: null, problem: expect.stringMatching(/^The object storage cannot be used \([^\n]+\)\.$/) },
  ]);
  expect(setup.mails).toHaveLength(1);
  await expect(runCommand(setup.context, ['backups', 'try'])).rejects.toThrow('cannot be used');
  setup.advance(DAY_SECONDS);
  expect(await due()).toEqual([{ run_at: timestampOf(setup.context) }]);
});

test('a drill reports why it cannot open the backups', async () => {
  await takeBackup(KEY);
  for (const [variables, problem] of [
    [{ BACKUP_ACCESS_KEY_ID: 'nobody' }, /^The object storage cannot be used \(/],
    [{ BACKUP_ACCESS_KEY_ID: '' }, /^For s3:.* set BACKUP_ACCESS_KEY_ID/],
    [{ BACKUP_KEY: '' }, /are encrypted: set BACKUP_KEY/],
    [{ BACKUP_KEY: 'j'.repeat(40) }, /encrypted with another key than BACKUP_KEY/],
  ] as const) {
    const access = readCopyAccess({ ...bucketVariables(s3, KEY), ...variables }, join(folder, 'parts'));
    expect(await drill(REMOTE, { dataDir: folder, databaseUrl: undefined }, access)).toMatchObject({
      snapshot: null,
      problem: expect.stringMatching(problem),
    });
  }
});

test('a server with a truncated key starts, and its drill reports that', async () => {
  await serve({ ...bucketVariables(s3), BACKUP_KEY: 'short' });
  await setup.runJobs();
  await setup.runJobs();
  expect(await results()).toMatchObject([{ problem: 'BACKUP_KEY must have at least 32 characters.' }]);
  expect(setup.mails).toHaveLength(1);
  expect(await countJobs(setup.db, 'drill-backup')).toBe(1);
});

test('a drill that does not end in time is stopped, and reported as failed', async () => {
  await takeBackup();
  await serve();
  const { 'drill-backup': drillBackup } = drillJobs(setup.context, 1);
  await drillBackup({}, new AbortController().signal);
  expect(await results()).toMatchObject([{ problem: expect.stringMatching(/^It did not end within /) }]);
});

test('the process of a drill ends with the server that started it', async () => {
  await takeBackup();
  const program = join(import.meta.dirname, 'drill-process.ts');
  const environment = { DATA_DIR: folder, ...bucketVariables(s3) };
  const child = spawn(process.execPath, [program, REMOTE], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.destroy();
  await once(child, 'exit');
  expect(child.exitCode).toBe(1);
});
