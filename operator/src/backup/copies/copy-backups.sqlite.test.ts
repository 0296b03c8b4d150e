import { randomInt } from 'node:crypto';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { S3Server } from '../../../../test-kit/s3-server.ts';
import { killWhen, runBackupHere, runBackupProcess } from '../../testing/backup/processes.ts';
import { emptyInstallation, temporaryInstallation } from '../../testing/backup/shared-backup.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { temporaryBucket } from '@vitrin/engine/testing/temporary-bucket.ts';
import { backUp } from '../back-up.ts';
import { restore } from '../restore.ts';
import { verifyBackups } from '../verify.ts';
import { type CopyAccess, readCopyAccess } from './access.ts';
import { copyBackups } from './copy-backups.ts';

const KEY = 'k'.repeat(40);
const REMOTE = 's3://vitrin/off/site';

/** Backups in a folder, and a copy of it for each test. */
const prepared = temporaryFolder();
const installation = await temporaryInstallation();
await backUp(installation, prepared);
await installation.addFile();
await backUp(installation, prepared);
let s3: S3Server;
let folder: string;
let local: string;

beforeEach(async () => {
  s3 = await temporaryBucket();
  folder = temporaryFolder();
  local = join(folder, 'local');
  cpSync(prepared, local, { recursive: true });
});

function access(key?: string): CopyAccess {
  const { endpoint = '', accessKeyId, secretAccessKey } = s3.config;
  return readCopyAccess(
    {
      BACKUP_S3_ENDPOINT: endpoint,
      BACKUP_ACCESS_KEY_ID: accessKeyId,
      BACKUP_SECRET_ACCESS_KEY: secretAccessKey,
      ...(key !== undefined && { BACKUP_KEY: key }),
    },
    join(folder, 'parts'),
  );
}

const copy = (from: string, to: string, key?: string) => copyBackups({ from, to }, access(key));

/** Every file of a folder of backups, by its path. */
function filesIn(root: string): Record<string, string> {
  const paths = globSync('{VITRIN-BACKUP,{objects/??,snapshots/*}/*}', { cwd: root });
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path)).toString('base64')]));
}

function flip(path: string): void {
  const bytes = readFileSync(path);
  const offset = randomInt(bytes.length);
  bytes[offset] = (bytes[offset] ?? 0) ^ (1 << randomInt(8));
  writeFileSync(path, bytes);
}

test.each([undefined, KEY])('to a bucket and back every byte is as it was, with the key %s', async (key) => {
  const back = join(folder, 'back');
  expect(await copy(local, REMOTE, key)).toMatchObject({
    snapshots: 2,
    copied: 17,
    kept: 0,
    damage: [],
    isEncrypted: key !== undefined,
  });
  expect(await copy(local, REMOTE, key)).toMatchObject({ snapshots: 2, copied: 0, kept: 17 });
  expect(await copy(REMOTE, back, key)).toMatchObject({ snapshots: 2, copied: 17, isEncrypted: false });
  expect(filesIn(back)).toEqual(filesIn(local));
  expect(await copy(REMOTE, back, key)).toMatchObject({ copied: 0, kept: 17 });
  expect((await verifyBackups(back)).damage).toEqual([]);
  expect(await restore(await emptyInstallation(), back, {})).toMatchObject({ objects: 17, problems: [] });
});

test('an encrypted copy reveals nothing through names and files without its key', async () => {
  const sealed = join(folder, 'sealed');
  await copy(local, sealed, KEY);
  const plainSums = globSync('objects/??/*', { cwd: local }).map((path) => path.split('.').at(-1) ?? '');
  const names = globSync('**/*', { cwd: sealed });
  for (const sum of plainSums) expect(names.some((name) => name.includes(sum))).toBe(false);
  for (const path of globSync('{objects/??,snapshots/*}/*', { cwd: sealed })) {
    const bytes = readFileSync(join(sealed, path));
    for (const word of ['Brand', 'storage_key', 'manifest.jsonl', 'taken_at', 'SQLite format', 'PGDMP'])
      expect(bytes.includes(word), `${path}: ${word}`).toBe(false);
  }
});

test('20 bytes flipped anywhere in an encrypted copy are reported with exactly their files', async () => {
  const sealed = join(folder, 'sealed');
  await copy(local, sealed, KEY);
  const every = globSync('{VITRIN-BACKUP,{objects/??,snapshots/*}/*}', { cwd: sealed });
  const flipped = new Set(['VITRIN-BACKUP']);
  while (flipped.size < 20) flipped.add(every[randomInt(every.length)] ?? '');
  for (const path of flipped) flip(join(sealed, path));
  const { damage } = await copy(sealed, join(folder, 'back'), KEY);
  // Files beside a damaged list of checksums cannot be verified.
  const sumsOf = (path: string) => path.replace(/[^/]+$/, 'SHA256SUMS');
  const isSure = (path: string) =>
    !path.startsWith('snapshots') || sumsOf(path) === path || !flipped.has(sumsOf(path));
  expect(damage.toSorted()).toEqual([...flipped].filter(isSure).toSorted());
  expect(
    (await verifyBackups(join(folder, 'back'))).damage.filter(({ problem }) => problem === 'is damaged.'),
  ).toEqual([]);
});

test('a damaged object is not copied, to a bucket either, and the rest is', async () => {
  const [path = ''] = globSync('objects/??/*', { cwd: local }).filter(
    (each) => readFileSync(join(local, each)).length > 0,
  );
  flip(join(local, path));
  for (const [to, key] of [
    [REMOTE, undefined],
    [join(folder, 'sealed'), KEY],
  ] as const)
    expect(await copy(local, to, key)).toMatchObject({ copied: 16, damage: [path], snapshots: 2 });
});

test('a missing, different or unsuitable key is reported, and nothing is changed', async () => {
  const sealed = join(folder, 'sealed');
  await copy(local, sealed, KEY);
  const before = filesIn(sealed);
  await expect(copy(sealed, join(folder, 'back'))).rejects.toThrow(
    /are encrypted: set BACKUP_KEY .* Without it nobody can read them\./,
  );
  await expect(copy(sealed, join(folder, 'back'), 'l'.repeat(40))).rejects.toThrow(
    'another key than BACKUP_KEY',
  );
  await expect(copy(local, sealed)).rejects.toThrow('are encrypted: set BACKUP_KEY');
  await expect(copy(sealed, REMOTE, KEY)).rejects.toThrow('are copied back into a folder');
  await copy(local, REMOTE);
  await expect(copy(local, REMOTE, KEY)).rejects.toThrow(
    'are not encrypted: with BACKUP_KEY, name another place',
  );
  await expect(copy(join(folder, 'nothing'), REMOTE)).rejects.toThrow('There are no backups in');
  await expect(copy(local, folder)).rejects.toThrow('holds other things');
  expect(() => access('short')).toThrow('BACKUP_KEY must have at least 32 characters.');
  expect(filesIn(sealed)).toEqual(before);
});

test('a copy that is killed counts for nothing, and the next one continues it', async () => {
  const sealed = join(folder, 'sealed');
  const environment = { BACKUP_KEY: KEY, DATA_DIR: installation.dataDir };
  const count = () => globSync('objects/??/*', { cwd: sealed }).length;
  const killed = await runBackupProcess(
    ['copy-backup', local, sealed],
    environment,
    killWhen(() => count() >= 5),
  );
  expect(killed.signal).toBe('SIGKILL');
  const ended = await runBackupHere(['copy-backup', local, sealed], environment);
  expect(ended).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^2 backups are in .*sealed, encrypted: /),
  });
  await copy(sealed, join(folder, 'back'), KEY);
  expect(filesIn(join(folder, 'back'))).toEqual(filesIn(local));
});

test('the command prints its usage, and a bucket without keys is named', async () => {
  const environment = { DATA_DIR: installation.dataDir };
  expect(await runBackupHere(['copy-backup', '--help'], {})).toMatchObject({
    code: 0,
    out: expect.stringContaining('npm run copy-backup -- FROM TO'),
  });
  expect(await runBackupHere(['copy-backup', local], environment)).toMatchObject({ code: 2 });
  expect(await runBackupHere(['copy-backup', local, REMOTE], environment)).toMatchObject({
    code: 1,
    err: expect.stringContaining('set BACKUP_ACCESS_KEY_ID and BACKUP_SECRET_ACCESS_KEY'),
  });
  expect(
    JSON.parse((await runBackupHere(['copy-backup', local, join(folder, 'b'), '--json'], environment)).out),
  ).toMatchObject({ snapshots: 2, damage: [] });
});
