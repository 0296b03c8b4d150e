import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { S3Server } from '../../../../test-kit/s3-server.ts';
import { createStorage } from '@vitrin/server/adapters/storage/create-storage.ts';
import type { Storage } from '@vitrin/engine/storage/storage.ts';
import { bufferOf, bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { lockFolder } from '@vitrin/server/database/data-dir-lock.ts';
import { connectTo, type TestInstallation } from '../../testing/backup/installations.ts';
import { emptyInstallation, temporaryInstallation } from '../../testing/backup/shared-backup.ts';
import { killWhen, runBackupHere, runBackupProcess } from '../../testing/backup/processes.ts';
import { bucketVariables, factsOf } from '../../testing/backup/remote.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { temporaryBucket } from '@vitrin/engine/testing/temporary-bucket.ts';
import { backUp } from '../back-up.ts';
import { readCopyAccess } from '../copies/access.ts';
import { copyBackups } from '../copies/copy-backups.ts';
import { restore } from '../restore.ts';
import { verifyBackups } from '../verify.ts';

const KEY = 'k'.repeat(40);
const FILES = 3;
/** A file, its thumbnail and a picture each. */
const OBJECTS = 3 * FILES;
/** Files with thumbnails for a backup that is killed midway. */
const MORE = 8;
const REMOTE = 's3://vitrin/off/site';

let installation: Awaited<ReturnType<typeof temporaryInstallation>>;
let empty: TestInstallation;
let s3: S3Server;
let bucket: Storage;
let folder: string;

beforeEach(async () => {
  installation = await temporaryInstallation({ files: FILES });
  empty = await emptyInstallation();
  s3 = await temporaryBucket();
  folder = temporaryFolder();
  bucket = await createStorage({ s3: s3.config, dataDir: folder });
});

const environment = (key?: string) => bucketVariables(s3, key);
const access = (key?: string) => readCopyAccess(environment(key), join(folder, 'parts'));
const backUpThere = (key?: string) => backUp(installation, REMOTE, undefined, access(key));
const keys = async () => (await Array.fromAsync(bucket.list())).map(({ key }) => key).toSorted();

async function expectRestored(key?: string): Promise<void> {
  await restore(empty, REMOTE, { access: access(key) });
  expect(await factsOf(empty)).toEqual(await factsOf(installation));
}

test.each([undefined, KEY])(
  'a bucket stores new objects, and returns all of them, with the key %s',
  async (key) => {
    const first = await backUpThere(key);
    expect(first).toMatchObject({
      folder: REMOTE,
      isEncrypted: key !== undefined,
      objects: OBJECTS,
      copied: OBJECTS,
      problems: [],
    });
    await installation.addFile();
    // Encrypted backups need their key on every run; objects without a checksum in their row are not sent
    // again.
    expect(await backUpThere(key)).toMatchObject({ objects: OBJECTS + 2, copied: 2 });
    expect(await verifyBackups(REMOTE, undefined, access(key))).toMatchObject({
      snapshots: 2,
      objects: OBJECTS + 2,
      isEncrypted: key !== undefined,
      damage: [],
    });
    expect(existsSync(join(installation.dataDir, 'backup-unfinished/snapshot'))).toBe(false);
    await expectRestored(key);
  },
);

test('an encrypted bucket reveals nothing about its content', async () => {
  await backUpThere(KEY);
  for await (const { key, size } of bucket.list()) {
    const bytes = await bufferOf(bytesOf(await bucket.read(key, { start: 0, end: size - 1 })));
    for (const word of ['Brand', 'storage_key', 'manifest.jsonl', 'taken_at', 'SQLite format', 'PGDMP'])
      expect(bytes.includes(word), `${key}: ${word}`).toBe(false);
  }
});

test('backups in a bucket are copied into a folder, and restored from there', async () => {
  await backUpThere(KEY);
  const back = join(folder, 'back');
  expect(await copyBackups({ from: REMOTE, to: back }, access(KEY))).toMatchObject({
    snapshots: 1,
    copied: OBJECTS,
    damage: [],
  });
  expect(await restore(empty, back, {})).toMatchObject({ objects: OBJECTS });
});

test('a killed backup counts for nothing, and the next one reuses the objects it sent', async () => {
  for (let more = 0; more < MORE; more += 1) await installation.addFile();
  const variables = { ...installation.environment, ...environment(KEY) };
  const sent = () => s3.keys().filter((key) => key.includes('/objects/')).length;
  // Rows of thumbnails and pictures contain no checksum, and no snapshot records which were sent.
  const withoutChecksum = 2 * FILES + MORE;
  const killed = await runBackupProcess(
    ['backup', REMOTE],
    variables,
    killWhen(() => sent() > withoutChecksum),
  );
  expect(killed.signal).toBe('SIGKILL');
  await expect(restore(empty, REMOTE, { access: access(KEY) })).rejects.toThrow(/There is no whole backup/);
  const { code, out } = await runBackupHere(['backup', REMOTE, '--json'], variables);
  expect(code).toBe(0);
  expect((JSON.parse(out) as { copied: number }).copied).toBeLessThan(OBJECTS + 2 * MORE);
  await expectRestored(KEY);
});

test('a store that goes away midway ends a backup with a sentence, and the next one continues', async () => {
  const variables = { ...installation.environment, ...environment() };
  s3.pause(({ path, method }) => method === 'PUT' && path.includes('/snapshots/'));
  expect(await runBackupHere(['backup', REMOTE], variables)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/The object storage cannot be used \([^\n]+\): [^\n]+\n$/),
  });
  s3.resume();
  expect(await backUpThere()).toMatchObject({ objects: OBJECTS, copied: 0 });
  await expectRestored();
});

test('an object that is not what its row says is sent as it is, and named', async () => {
  const db = connectTo(installation);
  const { storage_key } = await db
    .selectFrom('files')
    .select('storage_key')
    .limit(1)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('files')
    .set({ sha256: 'f'.repeat(64) })
    .where('storage_key', '=', storage_key)
    .execute();
  await db.destroy();
  expect(await backUpThere()).toMatchObject({
    objects: OBJECTS,
    problems: [{ key: storage_key, problem: 'checksum' }],
  });
  expect((await verifyBackups(REMOTE, undefined, access())).damage).toEqual([]);
});

test('an object deleted while a backup is taken gets no name', async () => {
  const { storage } = installation;
  const key = (await Array.fromAsync(storage.list()))[0]?.key ?? '';
  await backUpThere();
  const copy = (await keys()).find((each) => each.includes(key)) ?? '';
  let isRemoved = false;
  const watched: Storage = {
    ...storage,
    async size(asked) {
      // After the existing objects were listed.
      if (!isRemoved) await bucket.delete([copy]);
      isRemoved = true;
      return storage.size(asked);
    },
  };
  await installation.addFile();
  const again = backUp({ ...installation, storage: watched }, REMOTE, undefined, access());
  await expect(again).rejects.toThrow(`The copy of the object ${key} went from ${REMOTE}`);
  expect((await verifyBackups(REMOTE, undefined, access())).snapshots).toBe(1);
  expect(await backUpThere()).toMatchObject({ objects: OBJECTS + 2, copied: 1 });
});

test('an unsuitable target is refused with a sentence, and nothing is written to it', async () => {
  await expect(
    backUp(installation, REMOTE, undefined, { ...access(), ownBucket: { ...s3.config } }),
  ).rejects.toThrow("is in the bucket of the installation's own files: name another bucket.");
  await expect(backUp(installation, REMOTE, undefined, {})).rejects.toThrow('set BACKUP_ACCESS_KEY_ID');
  await backUp(installation, join(folder, 'first'));
  await expect(
    copyBackups({ from: join(folder, 'first'), to: REMOTE }, { ...access(), ownBucket: { ...s3.config } }),
  ).rejects.toThrow("is in the bucket of the installation's own files: name another bucket.");
  await backUpThere();
  await expect(backUpThere(KEY)).rejects.toThrow('are not encrypted: with BACKUP_KEY, name another place');
  await expect(backUp(installation, 's3://vitrin', undefined, access())).rejects.toThrow(
    'holds other things',
  );
  const before = await keys();
  const unlock = lockFolder(join(installation.dataDir, 'backup-unfinished'));
  await expect(backUpThere()).rejects.toThrow(/Another backup of .* is under way/);
  unlock?.();
  expect(await keys()).toEqual(before);
});

test('with a key, another one and none are refused', async () => {
  await backUpThere(KEY);
  await expect(backUpThere()).rejects.toThrow('are encrypted: set BACKUP_KEY');
  await expect(backUpThere('l'.repeat(40))).rejects.toThrow('with another key than BACKUP_KEY');
});
