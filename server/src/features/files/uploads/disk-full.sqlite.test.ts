import { randomBytes } from 'node:crypto';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createStorage } from '../../../adapters/storage/create-storage.ts';
import { newStorageKey, type Storage } from '@vitrin/engine/storage/storage.ts';
import { OutOfSpaceError } from '../../../errors.ts';
import { createFreelancer, createProject, createVersion } from '../../../testing/factories.ts';
import { postForm, uploadTo } from '../../../testing/forms.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp();
const owner = await createFreelancer(setup);
const versionId = (await createVersion(setup, { project: await createProject(setup, { owner }) })).id;

const openUploads = async () =>
  setup.db.selectFrom('uploads').select('id').where('state', '!=', 'finished').execute();
const upload = (bytes: Buffer) =>
  postForm(owner.browser, ['version', `${versionId}`], ['file', bytes, 'a.bin']);

/** Runs `work` with some functions of the store replaced. */
async function withStorage(changes: Partial<Storage>, work: () => Promise<void>): Promise<void> {
  const { storage } = setup.context;
  setup.context.storage = { ...storage, ...changes };
  try {
    await work();
  } finally {
    setup.context.storage = storage;
  }
}

/** Takes the first chunk and then reports a full disk. */
async function takeSome(source: AsyncIterable<Uint8Array>): Promise<never> {
  for await (const chunk of source) if (chunk.length > 0) break;
  throw new OutOfSpaceError();
}

test('a full disk is reported and keeps nothing of the upload', async () => {
  await withStorage({ write: (_key, source) => takeSome(source) }, async () => {
    const response = await upload(randomBytes(500_000));
    expect(response.statusCode).toBe(507);
    expect(response.json<{ detail: string }>().detail).toMatch(/no room left/);
  });
  expect(await openUploads()).toEqual([]);
  expect((await upload(randomBytes(500_000))).statusCode).toBe(201);
});

const TUS = { 'tus-resumable': '1.0.0' };

async function beginUpload(length: number, name = 'a') {
  const created = await owner.browser.post('/api/uploads/', undefined, {
    ...TUS,
    'upload-length': String(length),
    'upload-metadata': `filename ${btoa(name)},version ${btoa(String(versionId))}`,
  });
  const url = String(created.headers['location']);
  const patch = (offset: number, payload: Buffer) =>
    owner.browser.request({
      method: 'PATCH',
      url,
      payload,
      headers: { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    });
  const head = () => owner.browser.request({ method: 'HEAD', url, headers: TUS });
  return { patch, head };
}

/** Prevents the database from growing; the returned function ends that. */
async function fillDatabase(): Promise<() => Promise<void>> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(setup.db);
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(setup.db);
  return async () => void (await sql`pragma max_page_count = 1000000`.execute(setup.db));
}

test('a resumable upload waits for room and then continues', async () => {
  const { patch, head } = await beginUpload(1000);
  expect((await patch(0, randomBytes(400))).statusCode).toBe(204);
  await withStorage({ append: (_key, _offset, source) => takeSome(source) }, async () => {
    expect((await patch(400, randomBytes(600))).statusCode).toBe(507);
  });
  expect((await head()).headers['upload-offset']).toBe('400');
  expect((await patch(400, randomBytes(600))).headers).toHaveProperty('vitrin-file-id');
});

test('a resumable upload without room for its row at the end becomes a file later', async () => {
  const uploads = [];
  for (let count = 0; count < 40; count += 1) uploads.push(await beginUpload(10, 'r'.repeat(250)));
  const bytes = Buffer.from('0123456789');
  const makeRoom = await fillDatabase();
  let refused: (typeof uploads)[number] | undefined;
  for (const upload of uploads) {
    // When retried, an upload that found no room for its ledger entry may find some.
    const isFull = !refused && (await upload.patch(0, bytes)).statusCode === 507;
    if (isFull && (await upload.head()).statusCode === 507) refused = upload;
  }
  expect(refused).toBeDefined();
  await makeRoom();
  const found = await refused?.head();
  expect([found?.statusCode, found?.headers['upload-offset']]).toEqual([200, '10']);
  for (const { patch } of uploads) await patch(0, bytes);
  await setup.runJobs();
  const row = await setup.db
    .selectFrom('files')
    .select('crc32')
    .where('id', '=', Number(found?.headers['vitrin-file-id']))
    .executeTakeFirstOrThrow();
  expect(row.crc32).toBe(crc32(bytes));
});

test("the disk store reports the system's own ENOSPC", async () => {
  const dataDir = join(setup.config.dataDir, 'small');
  const root = join(dataDir, 'files');
  const storage = await createStorage({ s3: undefined, dataDir });
  const key = newStorageKey();
  symlinkSync('/dev/full', join(root, 'tmp', key));
  const bytes = (async function* () {
    yield randomBytes(100_000);
  })();
  await expect(storage.write(key, bytes)).rejects.toBeInstanceOf(OutOfSpaceError);
  expect(readdirSync(join(root, 'tmp'))).toEqual([]);
});

test('a full database is reported and loses nothing', async () => {
  const kept = await uploadTo(owner.browser, versionId, Buffer.from('kept'));
  const makeRoom = await fillDatabase();
  const statuses: number[] = [];
  for (let count = 0; count < 400 && statuses.at(-1) !== 507; count += 1)
    statuses.push(
      (
        await postForm(
          owner.browser,
          ['version', `${versionId}`],
          ['file', Buffer.from('x'), 'n'.repeat(250)],
        )
      ).statusCode,
    );
  expect(statuses.at(-1)).toBe(507);
  const taken = statuses.filter((status) => status === 201).length;
  await makeRoom();

  expect(await openUploads()).toEqual([]);
  const { results } = (await owner.browser.get(`/api/files/?version=${versionId}`)).json<{
    results: { name: string }[];
  }>();
  expect(results.filter(({ name }) => name.startsWith('nnn'))).toHaveLength(taken);
  expect((await owner.browser.get(kept.file)).body).toBe('kept');
  const { integrity_check } =
    (await sql<{ integrity_check: string }>`pragma integrity_check`.execute(setup.db)).rows[0] ?? {};
  expect(integrity_check).toBe('ok');
  expect((await upload(Buffer.from('again'))).statusCode).toBe(201);
});
