import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { createFreelancer, createProject, createVersion, type Person } from '../../testing/factories.ts';
import { postForm } from '../../testing/forms.ts';
import { dataAddress, noisy, postPictureForm } from '../../testing/pictures.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { sweepUploads } from './uploads/sweep.ts';
import { getStorageUsage } from '../storage/queries.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const LIMIT = 600_000;

let setup: TestApp;
let owner: Person;
let versionId: number;
beforeAll(async () => {
  setup = await createTestApp({ RATE_LIMITS: 'off' });
  owner = await createFreelancer(setup);
  await setup.db
    .updateTable('users')
    .set({ extra_storage_gb: LIMIT / 1024 ** 3 - 0.5 })
    .where('id', '=', owner.id)
    .execute();
  versionId = (await createVersion(setup, { project: await createProject(setup, { owner }) })).id;
});
afterAll(() => setup.close());

const used = async () => (await getStorageUsage(setup.db, owner.id)).used;
const request = (
  method: 'PATCH' | 'HEAD' | 'DELETE',
  url: string,
  offset = 0,
  payload: Buffer = Buffer.alloc(0),
) =>
  owner.browser.request({
    method,
    url,
    ...(method === 'PATCH' && { payload }),
    headers: {
      ...TUS,
      ...(method === 'PATCH' && {
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      }),
    },
  });

const ends = ['dropped', 'left alone', 'finished', 'finished twice', 'finished and deleted', 'form'] as const;

/** Brings one file to the given end; refusals are expected. */
async function act(end: (typeof ends)[number]): Promise<void> {
  const bytes = randomBytes(20_000 + Math.floor(Math.random() * 60_000));
  if (end === 'form') {
    const { statusCode } = await postForm(owner.browser, ['version', `${versionId}`], ['file', bytes, 'a']);
    return expect([201, 400]).toContain(statusCode);
  }
  const created = await owner.browser.post('/api/uploads/', undefined, {
    ...TUS,
    'upload-length': String(bytes.length),
    'upload-metadata': `filename ${btoa('a')},version ${btoa(String(versionId))}`,
  });
  expect([201, 400]).toContain(created.statusCode);
  if (created.statusCode === 400) return;
  const url = String(created.headers.location);
  await request('PATCH', url, 0, bytes.subarray(0, 10_000));
  if (end === 'dropped') return expect((await request('DELETE', url)).statusCode).toBe(204);
  if (end === 'left alone') return;
  const last = () => request('PATCH', url, 10_000, bytes.subarray(10_000));
  // Each request cuts off the one before it.
  if (end === 'finished twice') await Promise.allSettled([last(), last(), request('HEAD', url)]);
  else expect((await last()).statusCode).toBe(204);
  const id = (await finished(url, bytes)).headers['vitrin-file-id'];
  if (end !== 'finished and deleted') return;
  expect((await owner.browser.delete(`/api/files/${String(id)}/`)).statusCode).toBe(204);
}

/** Sends the rest from the server's offset on until the upload has become a file. */
async function finished(url: string, bytes: Buffer) {
  for (;;) {
    const where = await request('HEAD', url);
    if (where.headers['vitrin-file-id'] !== undefined) return where;
    const offset = Number(where.headers['upload-offset']);
    await request('PATCH', url, offset, bytes.subarray(offset));
  }
}

test('whatever becomes of many uploads at once, storage is never over its limit and exact in the end', async () => {
  const over = new AbortController();
  const watch = (async () => {
    let most = 0;
    for (; !over.signal.aborted; await pause(2)) most = Math.max(most, await used());
    return most;
  })();
  const actors = Array.from({ length: 48 }, (_, index) => act(ends[index % ends.length] ?? 'form'));
  await Promise.all(actors).finally(() => over.abort());
  const most = await watch;
  expect(most).toBeGreaterThan(LIMIT / 2);
  expect(most).toBeLessThanOrEqual(LIMIT);

  setup.advance(24 * 3600);
  await sweepUploads(setup.context);
  await setup.runJobs();
  const { results } = (await owner.browser.get(`/api/files/?version=${versionId}`)).json<{
    results: ProjectFile[];
  }>();
  const stored = results.reduce((sum, { size }) => sum + size, 0);
  expect(await used()).toBe(stored);
  // The free space is exact: all of it can be filled, and not one byte more.
  const fill = (length: number) =>
    postForm(owner.browser, ['version', `${versionId}`], ['file', Buffer.alloc(length, 1), 'rest']);
  expect((await fill(LIMIT - stored + 1)).statusCode).toBe(400);
  expect((await fill(LIMIT - stored)).statusCode).toBe(201);
  const folder = join(setup.config.dataDir, 'files');
  const objects = readdirSync(folder).flatMap((shard) => readdirSync(join(folder, shard)));
  expect(objects).toHaveLength(results.length + 1);
});

test('files, pictures and texts with pictures that come at once share one limit', async () => {
  const author = await createFreelancer(setup);
  await setup.db
    .updateTable('users')
    .set({ extra_storage_gb: LIMIT / 1024 ** 3 - 0.5 })
    .where('id', '=', author.id)
    .execute();
  const project = await createProject(setup, { owner: author });
  const version = await createVersion(setup, { project });
  const picture = await noisy(90);
  const kinds = [
    () => postForm(author.browser, ['version', `${version.id}`], ['file', randomBytes(picture.length), 'a']),
    () => postPictureForm(author, picture),
    () =>
      author.browser.patch(`/api/versions/${version.id}/`, {
        description: `<p>Look</p><img src="${dataAddress(picture)}">`,
      }),
  ];
  const answers = await Promise.all(
    Array.from({ length: 45 }, async (_, index) => (await kinds[index % kinds.length]?.())?.statusCode ?? 0),
  );
  const kept = (await getStorageUsage(setup.db, author.id)).used;
  expect(kept).toBeLessThanOrEqual(LIMIT);
  expect(kept).toBeGreaterThan(LIMIT / 2);
  // 429: more pictures at once than one person may have drawn.
  expect([200, 201, 400, 429]).toEqual(expect.arrayContaining(answers));
  expect(answers).toEqual(expect.arrayContaining([201]));
});
