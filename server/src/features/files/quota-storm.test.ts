import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { FREE_TEXT_BYTES } from '@vitrin/shared/rules/counts.ts';
import type { Person } from '../../testing/factories.ts';
import { postForm } from '../../testing/forms.ts';
import { dataAddress, noisy, postPicture, postPictureForm } from '../../testing/pictures.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { sweepUploads } from './uploads/sweep.ts';
import { getStorageUsage, getTextBytesOf } from '../storage/queries.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const LIMIT = 600_000;
const AT_ONCE = 8;
/** Side of the picture that is stored again and again: the larger, the fewer of them reach the limit. */
const PICTURE_PIXELS = 60;

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const owner = await setup.createFreelancer();
await setup.db
  .updateTable('users')
  .set({ extra_storage_gb: LIMIT / 1024 ** 3 - 0.5 })
  .where('id', '=', owner.id)
  .execute();
const versionId = (await setup.createVersion({ project: await setup.createProject({ owner }) })).id;

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

test('whatever the end of many simultaneous uploads, storage never exceeds its limit and is exact in the end', async () => {
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

test('files, pictures, texts and pictures in texts that arrive at once share one limit, to the byte', async () => {
  const author = await setup.createFreelancer();
  await setup.db
    .updateTable('users')
    .set({ extra_storage_gb: LIMIT / 1024 ** 3 - 0.5 })
    .where('id', '=', author.id)
    .execute();
  const version = await setup.createVersion({ project: await setup.createProject({ owner: author }) });
  // In projects of their own, so that only the lock of the person keeps texts apart.
  const projects: { id: number }[] = [];
  for (let index = 0; index < AT_ONCE; index += 1)
    projects.push(await setup.createProject({ owner: author }));
  let texts = 0;
  const writeText = (description: string) =>
    author.browser.post('/api/milestones/', {
      name: 'm',
      description,
      project: projects[(texts += 1) % projects.length]?.id,
    });

  const picture = await noisy(PICTURE_PIXELS);
  const size = picture.length;
  const { picture: url } = await postPicture(author, picture);
  expect((await writeText(`<p>First</p><img src="${url}">`)).statusCode).toBe(201);
  // Counts what the projects hold so far.
  for (const _ of projects) await writeText('');
  // Free text is used up in another project, so every further byte counts.
  await setup.db
    .updateTable('projects')
    .set({ text_bytes: FREE_TEXT_BYTES - (await getTextBytesOf(setup.db, author.id)) })
    .where('id', '=', (await setup.createProject({ owner: author })).id)
    .execute();
  const before = await bytesOfMilestones(author);

  const kinds = {
    file: () => postForm(author.browser, ['version', `${version.id}`], ['file', randomBytes(size), 'a']),
    picture: () => postPictureForm(author, picture),
    text: () => writeText(`<p>${'t'.repeat(size)}</p>`),
    'text with a new picture': () => writeText(`<p>Look</p><img src="${dataAddress(picture)}">`),
    'text with a copied picture': () => writeText(`<p>Again</p><img src="${url}">`),
  };
  // Four kinds leave room for the fifth, and all five exceed the limit.
  const times = Math.floor((1.2 * LIMIT) / size / Object.keys(kinds).length);
  const left = Array.from({ length: times }, () => Object.entries(kinds)).flat();
  const answers: string[] = [];
  const sendAll = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [kind, send] = next;
      answers.push(`${(await send()).statusCode} ${kind}`);
    }
  };
  // Pictures take longest: sent all at once, they would come last, and nothing else near the limit.
  await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
  expect(new Set(answers.map((answer) => answer.slice(0, 3)))).toEqual(new Set(['201', '400']));
  for (const kind of Object.keys(kinds)) expect(answers).toContain(`201 ${kind}`);

  const { db } = setup;
  const sizesIn = (table: 'files' | 'pictures') =>
    db.selectFrom(table).select('size_bytes').where('owner_id', '=', author.id).execute();
  const stored = [...(await sizesIn('files')), ...(await sizesIn('pictures'))];
  const kept =
    stored.reduce((sum, { size_bytes }) => sum + size_bytes, 0) + (await bytesOfMilestones(author)) - before;
  expect(kept).toBeLessThanOrEqual(LIMIT);
  expect((await getStorageUsage(db, author.id)).used).toBe(kept);
  // Each refused upload would not have fitted.
  expect(kept).toBeGreaterThan(LIMIT - 2 * size);
});

/** Counted from the texts themselves, whatever the product's own sums say. */
async function bytesOfMilestones({ id }: Person): Promise<number> {
  const milestones = await setup.db
    .selectFrom('milestones')
    .innerJoin('projects', 'projects.id', 'milestones.project_id')
    .select(['milestones.name', 'milestones.description'])
    .where('projects.owner_id', '=', id)
    .execute();
  return Buffer.byteLength(milestones.map(({ name, description }) => name + description).join(''));
}
