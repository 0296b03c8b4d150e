import { createHash, randomInt } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { unzip } from '@vitrin/engine/testing/unzip.ts';
import { buildApp } from '../../../app.ts';
import { createBrowser } from '../../../testing/browser.ts';
import type { Person } from '../../../testing/factories.ts';
import { writeDeliveries } from '../../deliveries/service.ts';
import { uploadTo } from '../../../testing/forms.ts';
import { offlinePages } from '../../../testing/pages/offline-pages.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const CUTS = 200;

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const { db } = setup;
let owner: Person;
let customer: Person;
let version: { id: number };
let pdf: { id: number };
beforeEach(async () => {
  owner = await setup.createFreelancer();
  customer = await setup.createCustomer({ owner });
  const project = await setup.createProject({ owner, customer, name: 'Wedding' });
  version = await setup.createVersion({ project, version_number: '1.0' });
  for (const [index, name] of ['a.jpg', 'a.tif', 'b.png'].entries())
    await uploadTo(owner.browser, version.id, await noise(400 + index * 10, index), name);
  pdf = await uploadTo(owner.browser, version.id, Buffer.from('contract'), 'contract.txt');
  // Their thumbnails are another matter.
  await db.deleteFrom('jobs').where('kind', '=', 'make-thumbnail').execute();
});

async function noise(width: number, index: number): Promise<Buffer> {
  const picture = sharp({
    create: {
      width,
      height: 300,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
  if (index === 1) return picture.tiff().toBuffer();
  return index === 2 ? picture.png().toBuffer() : picture.jpeg().toBuffer();
}

const urlOf = (more = '') => `/api/versions/${version.id}/zip/?size=web${more}`;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function made(more = '') {
  expect((await customer.browser.get(urlOf(more))).statusCode).toBe(409);
  await setup.runJobs();
  const answer = await customer.browser.get(urlOf(more));
  expect(answer.statusCode).toBe(200);
  return answer;
}

test('the archive in the web size reports how many pictures are drawn, and is sent once all are', async () => {
  const waiting = await customer.browser.get(urlOf());
  expect([waiting.statusCode, waiting.headers['retry-after']]).toEqual([409, '2']);
  expect(waiting.json()).toEqual({ detail: 'Preparing 0 of 3…' });
  expect((await customer.browser.request({ method: 'HEAD', url: urlOf() })).statusCode).toBe(409);
  const jobs = await db.selectFrom('jobs').select('id').where('kind', '=', 'make-web-size').execute();
  expect(jobs).toHaveLength(3);
  await setup.runJobs();
  const { headers, rawPayload } = await customer.browser.get(urlOf());
  expect(headers['content-length']).toBe(String(rawPayload.length));
  expect(await unzip('-tq', rawPayload)).toContain('No errors');
  expect((await unzip('-Z1', rawPayload)).trim().split('\n')).toEqual([
    'a.jpg',
    'a (2).jpg',
    'b.jpg',
    'contract.txt',
  ]);
  expect(await unzip('-p', rawPayload)).toContain('contract');
  const original = await customer.browser.get(`/api/versions/${version.id}/zip/`);
  expect(original.headers.etag).not.toBe(headers.etag);
});

test('chosen files are sent in the web size, and only they are drawn', async () => {
  const { results } = (await owner.browser.get(`/api/files/?version=${version.id}`)).json<{
    results: { id: number }[];
  }>();
  const { rawPayload } = await made(`&files=${results[1]?.id},${pdf.id}`);
  expect((await unzip('-Z1', rawPayload)).trim().split('\n')).toEqual(['a.jpg', 'contract.txt']);
  const drawn = await db
    .selectFrom('files')
    .select('id')
    .where('version_id', '=', version.id)
    .where('web_bytes', 'is not', null)
    .execute();
  expect(drawn).toEqual([{ id: results[1]?.id }]);
});

test('interrupted at 200 places, on other instances and after a restart, it is the same archive', async () => {
  const { headers, rawPayload } = await made();
  const { length } = rawPayload;
  const instances = await Promise.all([1, 2, 3].map(() => otherInstance()));
  const cuts = Array.from({ length: CUTS }, () => randomInt(1, length)).toSorted((a, b) => a - b);
  const pieces: Buffer[] = [];
  for (const [at, start] of [0, ...cuts].entries()) {
    const end = (cuts[at] ?? length) - 1;
    if (end < start) continue;
    const range = { range: `bytes=${start}-${end}`, 'if-range': String(headers.etag) };
    const piece = await instances[at % instances.length]?.get(urlOf(), range);
    expect(piece?.statusCode).toBe(206);
    pieces.push(piece?.rawPayload ?? Buffer.alloc(0));
  }
  expect(sha256(Buffer.concat(pieces))).toBe(sha256(rawPayload));
});

test('pictures stay for three hours while they are awaited, and for a day from the first byte on', async () => {
  const keptHours = async () => {
    const rows = await db
      .selectFrom('derived_files')
      .innerJoin('files', 'files.id', 'derived_files.file_id')
      .select('kept_until')
      .where('files.version_id', '=', version.id)
      .execute();
    return rows.map(({ kept_until }) => (Date.parse(kept_until) - setup.context.now().getTime()) / 3_600_000);
  };
  await customer.browser.get(urlOf());
  expect(await keptHours()).toEqual([3, 3, 3]);
  await setup.runJobs();
  await customer.browser.request({ method: 'HEAD', url: urlOf() });
  expect(await keptHours()).toEqual([3, 3, 3]);
  const { headers } = await customer.browser.get(urlOf(), { range: 'bytes=0-0' });
  expect(Math.min(...(await keptHours()))).toBeGreaterThanOrEqual(24);
  // Each later part begins the day anew.
  setup.advance(20 * 3600);
  await customer.browser.get(urlOf(), { range: 'bytes=1-1', 'if-range': String(headers.etag) });
  expect(Math.min(...(await keptHours()))).toBeGreaterThanOrEqual(24);
});

test('a change of a name, an order or bytes makes another archive', async () => {
  const { headers } = await made();
  const tag = async () => String((await customer.browser.get(urlOf())).headers.etag);
  expect(await tag()).toBe(headers.etag);
  // A new drawing counts as other bytes, even where it is equal.
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ web_bytes: null, derived_round: 1 })
    .where('version_id', '=', version.id)
    .where('name', '=', 'b.png')
    .executeTakeFirst();
  expect(numUpdatedRows).toBe(1n);
  await db.updateTable('derived_files').set({ web_asked_at: null }).execute();
  expect((await made()).headers.etag).not.toBe(headers.etag);
  const begun = await customer.browser.get(urlOf(), {
    range: 'bytes=100-',
    'if-range': String(headers.etag),
  });
  expect(begun.statusCode).toBe(200);
});

test('others get no archive, and cause no drawing', async () => {
  const stranger = await setup.createFreelancer();
  expect((await stranger.browser.get(urlOf())).statusCode).toBe(404);
  const jobs = await db.selectFrom('jobs').select('id').where('kind', '=', 'make-web-size').execute();
  expect(jobs).toEqual([]);
  await owner.browser.get(urlOf(), { 'x-view-as': 'client' });
  await setup.runJobs();
  expect((await owner.browser.get(urlOf(), { 'x-view-as': 'client' })).statusCode).toBe(200);
});

test('a picture in the web size is no delivery of its file, but an original beside it is', async () => {
  await made();
  await writeDeliveries(setup.context);
  const rows = await db
    .selectFrom('deliveries')
    .select('file_id')
    .where('user_id', '=', customer.id)
    .execute();
  expect(rows.map(({ file_id }) => file_id)).toEqual([pdf.id]);
});

/** The customer at another instance, which shares the database and the store but no memory. */
async function otherInstance() {
  const app = await buildApp({ ...setup.context }, { offlinePages });
  await app.ready();
  opened.push(app);
  const browser = createBrowser(app);
  for (const [name, value] of customer.browser.cookies) browser.cookies.set(name, value);
  return browser;
}
const opened: { close: () => Promise<void> }[] = [];
afterAll(async () => {
  for (const app of opened) await app.close();
});
