import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { S3Server } from '../../../../test-kit/s3-server.ts';
import { createStorage } from '@vitrin/server/adapters/storage/create-storage.ts';
import { bufferOf, bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import type { TestInstallation } from '../../testing/backup/installations.ts';
import { killWhen, runBackupHere, runBackupProcess } from '../../testing/backup/processes.ts';
import { bucketVariables, factsOf } from '../../testing/backup/remote.ts';
import { emptyInstallation, temporaryInstallation } from '../../testing/backup/shared-backup.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { temporaryBucket } from '@vitrin/engine/testing/temporary-bucket.ts';
import { backUp } from '../back-up.ts';
import { readCopyAccess } from '../copies/access.ts';
import { copyBackups } from '../copies/copy-backups.ts';
import { drill } from '../drill/drill.ts';
import { restore } from '../restore.ts';
import { verifyBackups } from '../verify.ts';

const KEY = 'k'.repeat(40);
const REMOTE = 's3://vitrin/off/site';

const installation = await temporaryInstallation({ files: 2 });
const folder = temporaryFolder();
await backUp(installation, join(folder, 'plain'));
/** Keys of the objects that both snapshots name. */
const inBoth = (await Array.fromAsync(installation.storage.list())).map(({ key }) => key);
await installation.addFile();
await backUp(installation, join(folder, 'plain'));

let empty: TestInstallation;
let s3: S3Server;
beforeEach(async () => {
  empty = await emptyInstallation();
  s3 = await temporaryBucket();
});

const environment = (key?: string) => bucketVariables(s3, key);
const access = (key?: string) => readCopyAccess(environment(key), join(folder, 'parts'));

const copyThere = (key?: string) => copyBackups({ from: join(folder, 'plain'), to: REMOTE }, access(key));

/** Keys in the bucket and a way to change them, without the product's own reading of backups. */
async function bucket() {
  const storage = await createStorage({ s3: s3.config, dataDir: folder });
  const keys = (await Array.fromAsync(storage.list())).map(({ key }) => key).toSorted();
  const change = async (key: string, bytes: Buffer) => {
    await storage.delete([key]);
    await storage.write(key, bytesOf(bytes));
  };
  return {
    keys,
    delete: (key: string) => storage.delete([key]),
    flip: async (key: string) => {
      const size = (await storage.size(key)) ?? 0;
      const bytes = await bufferOf(bytesOf(await storage.read(key, { start: 0, end: size - 1 })));
      const middle = Math.floor(bytes.length / 2);
      bytes[middle] = (bytes[middle] ?? 0) ^ 1;
      // One of the files is empty.
      await change(key, bytes.length > 0 ? bytes : Buffer.of(1));
    },
  };
}

test.each([undefined, KEY])(
  'backups are verified, tried and restored from a bucket, with the key %s',
  async (key) => {
    await copyThere(key);
    expect(await verifyBackups(REMOTE, undefined, access(key))).toMatchObject({
      snapshots: 2,
      objects: 8,
      isEncrypted: key !== undefined,
      damage: [],
    });
    expect(await drill(REMOTE, empty, access(key))).toMatchObject({ problem: null, objects: 8 });
    expect(await restore(empty, REMOTE, { access: access(key) })).toMatchObject({
      objects: 8,
      problems: [],
    });
    expect(await factsOf(empty)).toEqual(await factsOf(installation));
  },
);

test('an earlier backup is restored from a bucket by its time', async () => {
  await copyThere();
  const { keys } = await bucket();
  const [oldest = ''] = keys.flatMap((key) => /snapshots\/([^/]+)\/SHA256SUMS/.exec(key)?.[1] ?? []);
  const at = new Date(oldest.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
  expect(await restore(empty, REMOTE, { at, access: access() })).toMatchObject({
    snapshot: oldest,
    objects: 6,
  });
});

test.each([undefined, KEY])(
  'every damaged and missing file in a bucket is named, with the key %s',
  async (key) => {
    await copyThere(key);
    const { keys, flip, delete: remove } = await bucket();
    // An object named only in the damaged manifest cannot be reported as missing.
    const [damaged = '', missing = ''] = keys.filter((each) =>
      inBoth.some((object) => each.includes(object)),
    );
    const manifest = keys.findLast((each) => each.endsWith('manifest.jsonl')) ?? '';
    await flip(damaged);
    await flip(manifest);
    await remove(missing);
    const inside = (each: string) => each.slice('off/site/'.length);
    const { damage } = await verifyBackups(REMOTE, undefined, access(key));
    expect(damage).toEqual(
      expect.arrayContaining([
        { file: inside(damaged), problem: 'is damaged.' },
        { file: inside(manifest), problem: 'is damaged.' },
        { file: inside(missing), problem: 'is missing.' },
      ]),
    );
    expect(damage).toHaveLength(3);
    await expect(restore(empty, REMOTE, { access: access(key) })).rejects.toThrow(
      `${REMOTE}/${inside(manifest)} or SHA256SUMS beside it is damaged`,
    );
  },
);

test('a snapshot without its list of checksums is no backup', async () => {
  await copyThere();
  const { keys, delete: remove } = await bucket();
  const newest = keys.findLast((key) => key.endsWith('SHA256SUMS')) ?? '';
  await remove(newest);
  expect(await restore(empty, REMOTE, { access: access() })).toMatchObject({ objects: 6 });
});

test('a killed restore from a bucket continues where it was', async () => {
  await copyThere(KEY);
  const variables = { ...empty.environment, ...environment(KEY) };
  const killed = await runBackupProcess(
    ['restore', REMOTE],
    variables,
    killWhen(() => empty.countStored() > 2),
  );
  expect(killed.signal).toBe('SIGKILL');
  const { code, out } = await runBackupHere(['restore', REMOTE, '--json'], variables);
  expect(code).toBe(0);
  expect((JSON.parse(out) as { kept: number }).kept).toBeGreaterThan(2);
  expect(await factsOf(empty)).toEqual(await factsOf(installation));
});

test('a bucket that cannot be read is reported in a sentence, before anything begins', async () => {
  const run = (target: string, variables: Record<string, string>) =>
    runBackupHere(['restore', target], { ...empty.environment, ...variables });
  expect(await run(REMOTE, environment())).toMatchObject({
    code: 1,
    err: `There are no backups in ${REMOTE}.\n`,
  });
  await copyThere(KEY);
  expect(await run(REMOTE, environment())).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The backups in s3:.* are encrypted: set BACKUP_KEY/),
  });
  expect(await run('s3://nothing/here', environment())).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^[^\n]+\.\n$/),
  });
  s3.pause();
  const away = await run(REMOTE, environment(KEY));
  expect(away).toMatchObject({ code: 1, err: expect.stringMatching(/^[^\n]+\.\n$/) });
  expect(await Array.fromAsync(empty.storage.list())).toEqual([]);
});
