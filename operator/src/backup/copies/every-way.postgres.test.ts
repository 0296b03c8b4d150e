import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readErasedList } from '@vitrin/server/adapters/erased-list/erased-list.ts';
import { rowsOf } from '../../testing/backup/filled-tables.ts';
import type { TestInstallation } from '../../testing/backup/installations.ts';
import { runBackupHere } from '../../testing/backup/processes.ts';
import { bucketVariables } from '../../testing/backup/remote.ts';
import { emptyInstallation, temporaryInstallation } from '../../testing/backup/shared-backup.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { temporaryBucket } from '@vitrin/engine/testing/temporary-bucket.ts';
import { backUp } from '../back-up.ts';
import { drill } from '../drill/drill.ts';
import { restore } from '../restore.ts';
import { verifyBackups } from '../verify.ts';
import { readCopyAccess } from './access.ts';
import { copyBackups } from './copy-backups.ts';

// Tests on SQLite cover folders, buckets and encryption in detail. These go once through every combination
// with a PostgreSQL dump, which pg_restore reads from a local file, and with files stored in a bucket.
const KEY = 'k'.repeat(40);
const REMOTE = 's3://vitrin/off/site';
const ERASED = { user_id: 8, erased_at: '2026-11-24T10:00:00.000Z' };

/** A backup in an encrypted bucket, and its copy in a folder. */
const installation = await temporaryInstallation({ files: 2 });
await installation.db.insertInto('erased_accounts').values(ERASED).execute();
const s3 = await temporaryBucket();
const folder = temporaryFolder();
const access = () => readCopyAccess(bucketVariables(s3, KEY), join(folder, 'parts'));
const backedUp = await backUp(installation, REMOTE, undefined, access());
const copied = await copyBackups({ from: REMOTE, to: join(folder, 'back') }, access());

let empty: TestInstallation;
beforeEach(async () => {
  empty = await emptyInstallation();
});

async function expectRestored(): Promise<void> {
  expect(await rowsOf(empty)).toEqual(await rowsOf(installation));
  expect(await readErasedList(join(empty.dataDir, 'erased-accounts'))).toEqual([ERASED]);
}

test('an encrypted backup in a bucket is verified, tried and restored', async () => {
  expect(backedUp).toMatchObject({ isEncrypted: true, copied: 6, problems: [] });
  expect(await verifyBackups(REMOTE, undefined, access())).toMatchObject({ snapshots: 1, damage: [] });
  expect(await drill(REMOTE, empty, access())).toMatchObject({ problem: null, objects: 6 });
  expect(await restore(empty, REMOTE, { access: access() })).toMatchObject({ objects: 6, problems: [] });
  await expectRestored();
});

test('a copy of it in a folder is verified, tried and restored without the key', async () => {
  expect(copied).toMatchObject({ copied: 6, damage: [], isEncrypted: false });
  const back = join(folder, 'back');
  expect(await verifyBackups(back)).toMatchObject({ snapshots: 1, objects: 6, damage: [] });
  expect(await drill(back, empty)).toMatchObject({ problem: null, objects: 6 });
  expect(await restore(empty, back, {})).toMatchObject({ objects: 6, problems: [] });
  await expectRestored();
});

test('files that the store has lost are put back from it', async () => {
  const { storage, environment } = installation;
  const lost = await installation.db
    .selectFrom('files')
    .select('storage_key as key')
    .executeTakeFirstOrThrow();
  const size = await storage.size(lost.key);
  await storage.delete([lost.key]);
  const variables = { ...environment, ...bucketVariables(s3, KEY) };
  expect(await runBackupHere(['restore-files', REMOTE], variables)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Of 6 objects that rows name 1 of /),
  });
  expect(await storage.size(lost.key)).toBe(size);
});
