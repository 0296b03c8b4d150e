import { afterEach, expect, test } from 'vitest';
import { ERASED_LIST } from '@vitrin/server/adapters/erased-list/erased-list.ts';
import { createStorage } from '@vitrin/server/adapters/storage/create-storage.ts';
import { bufferOf, bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { eraseAgain } from '@vitrin/server/features/account/service.ts';
import { bucketVariables } from '../../testing/backup/remote.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { temporaryBucket } from '@vitrin/engine/testing/temporary-bucket.ts';
import { MARK } from '../reading/backups.ts';

const ERASED = { user_id: 7, erased_at: '2026-11-20T09:00:00.000Z' };

const s3 = await temporaryBucket();
const setup = await sharedTestApp({
  BACKUP_DIR: 's3://vitrin/off/site',
  LOG_LEVEL: 'silent',
  ...bucketVariables(s3),
});
afterEach(async () => {
  for (const table of ['erased_accounts', 'jobs'] as const) await setup.db.deleteFrom(table).execute();
});

test('an account deleted while the list is written is added afterwards, by a single waiting job', async () => {
  await setup.db.insertInto('erased_accounts').values(ERASED).execute();
  const jobs = async () =>
    (await setup.db.selectFrom('jobs').select('id').where('kind', '=', 'list-erased').execute()).length;
  for (const count of [1, 2, 2]) {
    await eraseAgain(setup.context);
    expect(await jobs()).toBe(count);
  }
});

test('the list of deleted accounts is written beside backups in a bucket, once it answers', async () => {
  const bucket = await createStorage({ s3: s3.config, dataDir: '' });
  const list = async () => {
    const key = `off/site/${ERASED_LIST}`;
    const size = await bucket.size(key);
    if (size === undefined) return undefined;
    return (await bufferOf(bytesOf(await bucket.read(key, { start: 0, end: size - 1 })))).toString();
  };
  await setup.db.insertInto('erased_accounts').values(ERASED).execute();
  await eraseAgain(setup.context);
  await setup.runJobs();
  expect(await list()).toBeUndefined();

  await bucket.write(`off/site/${MARK}`, bytesOf(Buffer.of(1)));
  await bucket.write(`off/site/${ERASED_LIST}`, bytesOf(Buffer.from('3 2026-11-19T09:00:00.000Z\n')));
  s3.pause();
  await eraseAgain(setup.context);
  await eraseAgain(setup.context);
  await setup.runJobs();
  s3.resume();
  setup.advance(60);
  await setup.runJobs();
  expect(await list()).toMatch(/^3 2026-11-19T09:00:00.000Z\n7 2026-11-20T09:00:00.000Z\n# /);
  expect(await setup.db.selectFrom('jobs').select('id').where('kind', '=', 'list-erased').execute()).toEqual(
    [],
  );
});
