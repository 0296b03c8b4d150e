import { sql } from 'kysely';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { IS_POSTGRES } from '../../testing/backup/installations.ts';
import { newStorageKey } from '@vitrin/engine/storage/storage.ts';
import { inTransaction } from '@vitrin/server/database/transaction.ts';
import { uploadTo } from '@vitrin/server/testing/forms.ts';
import { countTexts, installationOf, linesOf } from '../../testing/examined.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { temporaryBucket } from '@vitrin/engine/testing/temporary-bucket.ts';
import { examine } from '../doctor.ts';

const LATER = { now: () => new Date(Date.now() + 2 * 3600_000) };

// SQLite runs check the store on disk, PostgreSQL runs check a bucket.
const s3 = IS_POSTGRES ? await temporaryBucket() : undefined;
const setup = await sharedTestApp(s3?.environment);

afterEach(async () => {
  for (const table of ['users', 'jobs'] as const) await setup.db.deleteFrom(table).execute();
  const left = (await Array.fromAsync(setup.context.storage.list())).map(({ key }) => key);
  await setup.context.storage.delete(left);
});

const look = async (part: 'bytes' | 'storage' | 'sums' = 'bytes') =>
  linesOf(await examine(installationOf(setup, LATER), [part]));

async function createUpload(bytes = 'twelve bytes') {
  const owner = await setup.createFreelancer();
  const version = await setup.createVersion({ project: await setup.createProject({ owner }) });
  const { id } = await uploadTo(owner.browser, version.id, Buffer.from(bytes), 'note.txt');
  await countTexts(setup);
  const storage_key = await setup.storageKeyOf(id);
  return { id, storage_key, owner, version };
}

async function* once(text: string) {
  yield Buffer.from(text);
}

test('rows and objects that agree are no fault, also while an upload and a deletion are under way', async () => {
  const { owner, version } = await createUpload();
  const doomed = await uploadTo(owner.browser, version.id, Buffer.from('doomed'), 'doomed.txt');
  await owner.browser.delete(`/api/files/${doomed.id}/`);
  await owner.browser.post('/api/uploads/', undefined, {
    'tus-resumable': '1.0.0',
    'upload-length': '5000000',
    'upload-metadata': `filename ${btoa('a')},version ${btoa(String(version.id))}`,
  });
  expect(await look()).toEqual([
    expect.stringMatching(/^ok: All 1 objects that rows name are in the store, which holds \d\.$/),
  ]);
  expect((await look('sums'))[0]).toMatch(/^ok/);
});

test('a preview that was evicted to stay within its budget is not reported as missing', async () => {
  const { id } = await createUpload();
  const away = { thumbnail_large_key: newStorageKey(), is_derived_away: true, derived_round: 1 };
  await setup.db.updateTable('files').set(away).where('id', '=', id).execute();
  expect((await look())[0]).toMatch(/^ok: All 1 objects/);
});

test('an object that was deleted is an error that names its file and key', async () => {
  const { id, storage_key } = await createUpload();
  await setup.context.storage.delete([storage_key]);
  expect(await look()).toEqual([
    `error: 1 object that rows name are not in the store: file ${id} (${storage_key}).`,
  ]);
});

test('a logo that its freelancer gave up meanwhile is not missing, though another freelancer has one of that key', async () => {
  const [ada, eve] = [await setup.createFreelancer(), await setup.createFreelancer()];
  const logo = { logo_key: newStorageKey(), logo_bytes: 7 };
  for (const { browser } of [ada, eve]) await browser.patch('/api/face/', { display_name: 'Studio' });
  const faceOf = ({ id }: { id: number }) => setup.db.updateTable('faces').where('owner_id', '=', id);
  await faceOf(ada).set(logo).execute();
  const lost = `freelancer ${ada.id} (${logo.logo_key})`;
  expect((await look())[0]).toContain(lost);
  const storage = async () => ({
    ...setup.context.storage,
    async size() {
      await faceOf(ada).set({ logo_key: null, logo_bytes: null }).execute();
      await faceOf(eve).set(logo).execute();
      return undefined;
    },
  });
  const found = await examine(installationOf(setup, { ...LATER, storage }), ['bytes']);
  expect(linesOf(found)[0]).not.toContain(lost);
});

test('an object of another size is an error', async () => {
  const { id, storage_key } = await createUpload();
  await setup.context.storage.write(storage_key, once('shorter'));
  expect(await look()).toEqual([
    `error: 1 objects in the store have another size than their rows say: file ${id} (${storage_key}).`,
  ]);
});

test('an object that no row names is a warning, once it is older than an hour', async () => {
  const { context } = setup;
  await context.storage.write(newStorageKey(), once('forgotten'));
  expect(await look()).toEqual(['warning: No row names 1 objects of 9 bytes in the store.']);
  const now = linesOf(await examine(installationOf(setup), ['bytes']));
  expect(now[0]).toMatch(/^ok/);
});

test('more rows than fit a page are all counted', async () => {
  const { version } = await createUpload();
  const { storage_key } = await setup.createFile({ version, size_bytes: 3 });
  const copies = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1200)
      insert into files (version_id, owner_id, name, storage_key, size_bytes, media_type, created_at)
      select version_id, owner_id, name, ${newStorageKey().slice(0, 58)} || (100000 + n), size_bytes, media_type, created_at
      from files cross join numbers where storage_key = ${storage_key}`;
  await inTransaction(setup.context, (tx) => copies.execute(tx.db));
  expect((await look())[0]).toMatch(
    /^error: 1201 objects that rows name are not in the store: file .+ and others\.$/,
  );
});

test('bytes counted for the wrong freelancer are an error', async () => {
  const { id } = await createUpload();
  const other = await setup.createFreelancer();
  await setup.db.updateTable('files').set({ owner_id: other.id }).where('id', '=', id).execute();
  expect(await look('sums')).toEqual([
    expect.stringMatching(/^error: 0 bytes of files count for .+, whose projects hold 12\.$/),
    `error: 12 bytes of files count for ${other.username}, whose projects hold 0.`,
  ]);
});

test('a store that works is probed, and nothing is left of the probe', async () => {
  expect((await look('storage'))[0]).toMatch(/^ok: The (bucket|folder) .+ stores, reads and deletes\.$/);
  const left = [];
  for await (const { key } of setup.context.storage.list()) left.push(key);
  expect(left).toEqual([]);
});

test('the clock of the store is compared, where it has one', async () => {
  const clock = async (seconds: number) => {
    const now = () => new Date(Date.now() + seconds * 1000);
    return linesOf(await examine(installationOf(setup, { now }), ['clock'])).slice(1);
  };
  const severities = async (seconds: number) => (await clock(seconds)).map((line) => line.split(':')[0]);
  expect(await severities(0)).toEqual(s3 ? ['ok'] : []);
  expect(await severities(-4000)).toEqual(s3 ? ['error'] : []);
  s3?.pause();
  expect(await severities(0)).toEqual(s3 ? ['note'] : []);
  s3?.resume();
});

test('a store that cannot be written to is an error', async () => {
  const { config, context } = setup;
  if (s3) s3.pause(({ method }) => method === 'PUT');
  const storage = async () => ({
    ...context.storage,
    ...(!s3 && { write: () => Promise.reject(new Error('EROFS: read-only file system')) }),
  });
  const found = await examine(installationOf(setup, { storage }), ['storage']);
  s3?.resume();
  expect(linesOf(found)).toEqual([
    expect.stringMatching(
      /^error: The (bucket|folder) .+ cannot be used: (EROFS|socket hang up|read ECONNRESET)/,
    ),
  ]);
  rmSync(join(config.dataDir, 'files'), { recursive: true, force: true });
  if (!s3) expect((await look('storage'))[0]).toMatch(/^note: The folder .+ is not there yet\.$/);
  mkdirSync(join(config.dataDir, 'files', 'tmp'), { recursive: true });
});
