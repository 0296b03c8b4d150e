import sharp from 'sharp';
import { beforeEach, expect, test, vi } from 'vitest';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import type { Browser } from '../../../testing/browser.ts';
import type { Person } from '../../../testing/factories.ts';
import { uploadTo } from '../../../testing/forms.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { writeDeliveries } from '../../deliveries/service.ts';
import { keepDerived } from '../derived/keep.ts';
import { derivedKey } from '../derived/keys.ts';
import { sumDerived } from '../derived-queries.ts';
import { writeShown } from '../derived/shown.ts';
import { findStoredFile } from '../queries.ts';

const HOUR = 3600;
const AS_CLIENT = { 'x-view-as': 'client' };

const setup = await sharedTestApp({ DERIVED_MB: '2', RATE_LIMITS: 'off' });
const { context, db } = setup;
const stranger = await setup.createFreelancer();
let owner: Person;
let customer: Person;
let version: { id: number };
beforeEach(async () => {
  owner = await setup.createFreelancer();
  customer = await setup.createCustomer({ owner });
  version = await setup.createVersion({ project: await setup.createProject({ owner, customer }) });
});

const jpeg = (colour: string, [width, height] = [2400, 1600]) =>
  sharp({ create: { width: width ?? 1, height: height ?? 1, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

async function picture(colour = '#c8643c', name = 'Poster.JPG'): Promise<number> {
  const { id } = await uploadTo(owner.browser, version.id, await jpeg(colour), name);
  await setup.runJobs();
  return id;
}

const take = (browser: Browser, id: number, headers: Record<string, string> = {}) =>
  browser.get(`/api/files/${id}/content/?download=1&size=web`, headers);

/** Requests the web size until it is made, and downloads it. */
async function taken(id: number, browser = customer.browser) {
  expect((await take(browser, id)).statusCode).toBe(409);
  await setup.runJobs();
  const answer = await take(browser, id);
  expect(answer.statusCode).toBe(200);
  return answer;
}

const webJobs = async () =>
  (await db.selectFrom('jobs').select('tenant').where('kind', '=', 'make-web-size').execute()).map(
    ({ tenant }) => tenant,
  );

test('a picture is downloaded in the web size, which is drawn once, in the turns of its freelancer', async () => {
  const id = await picture();
  const answers = await Promise.all([1, 2, 3].map(() => take(customer.browser, id)));
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual(
    [1, 2, 3].map(() => [409, '2']),
  );
  expect(answers[0]?.json()).toEqual({ detail: 'Preparing 0 of 1…' });
  expect(await webJobs()).toEqual([`user ${owner.id}`]);
  await setup.runJobs();
  const { statusCode, headers, rawPayload } = await take(customer.browser, id);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('image/jpeg');
  expect(headers['content-length']).toBe(String(rawPayload.length));
  expect(headers['content-disposition']).toContain('Poster.JPG');
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 2048, height: 1365, format: 'jpeg' });
  const part = await take(customer.browser, id, { range: 'bytes=100-199', 'if-range': String(headers.etag) });
  expect([part.statusCode, part.rawPayload.equals(rawPayload.subarray(100, 200))]).toEqual([206, true]);
  expect(setup.logs).toEqual([]);
});

test('the freelancer, a client and the view as a client get it; others learn nothing of it', async () => {
  const id = await picture();
  await taken(id);
  // It is no delivery of the file.
  await writeDeliveries(context);
  expect(await db.selectFrom('deliveries').select('user_id').where('file_id', '=', id).execute()).toEqual([]);
  expect((await take(owner.browser, id)).statusCode).toBe(200);
  expect((await take(owner.browser, id, AS_CLIENT)).statusCode).toBe(200);
  expect((await take(stranger.browser, id)).statusCode).toBe(404);
  const { statusCode } = await customer.browser.get(`/api/files/${id}/content/?size=huge`);
  expect(statusCode).toBe(400);
});

test('a name has the extension of the drawn file', async () => {
  const clear = { r: 1, g: 2, b: 3, alpha: 0.5 };
  const webp = await sharp({ create: { width: 90, height: 60, channels: 4, background: clear } })
    .webp()
    .toBuffer();
  const { id } = await uploadTo(owner.browser, version.id, webp, 'Logo.final.webp');
  await setup.runJobs();
  const { headers } = await taken(id);
  expect(headers['content-type']).toBe('image/png');
  expect(headers['content-disposition']).toContain('Logo.final.png');
});

test('the original replaces a web size that cannot be made', async () => {
  const text = await uploadTo(owner.browser, version.id, Buffer.from('words'), 'a.txt');
  expect((await take(customer.browser, text.id)).body).toBe('words');
  const broken = Buffer.concat([(await jpeg('#123456')).subarray(0, 150), Buffer.from('broken')]);
  const { id } = await uploadTo(owner.browser, version.id, broken, 'a.jpg');
  await setup.runJobs();
  expect((await taken(id)).rawPayload.equals(broken)).toBe(true);
  expect(await sumDerived(db, owner.id)).toBe(0);
});

/** Adds this many bytes derived from another file. */
async function fill(bytes: number): Promise<number> {
  const { id } = await uploadTo(owner.browser, version.id, Buffer.from('text'), 'fill.txt');
  const file = await findStoredFile(db, id);
  if (!file) throw new Error('The file is gone');
  const key = derivedKey(file, 'large');
  await context.storage.write(key, bytesOf(Buffer.alloc(bytes)));
  await keepDerived(context, file, { thumbnail_large_key: key, thumbnail_large_bytes: bytes });
  return id;
}

const keysOf = async (id: number) =>
  db
    .selectFrom('files')
    .select(['web_key', 'web_bytes', 'thumbnail_bytes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('a requested web size is kept for a day; then it is removed for room and drawn again with another etag', async () => {
  const id = await picture();
  const before = await taken(id);
  setup.advance(24 * HOUR - 60);
  await fill(2 * 1024 * 1024 - 200_000);
  await fill(200_000);
  expect((await keysOf(id)).web_bytes).not.toBeNull();
  // A look at its thumbnail does not shorten that.
  setup.advance(2 * HOUR);
  await fill(2 * 1024 * 1024);
  await setup.runJobs();
  const away = await keysOf(id);
  expect([away.web_bytes, await context.storage.size(away.web_key ?? '')]).toEqual([null, undefined]);
  setup.advance(4 * HOUR);
  const after = await taken(id);
  expect(after.rawPayload.equals(before.rawPayload)).toBe(true);
  expect(after.headers.etag).not.toBe(before.headers.etag);
});

test('drawing the web size does not count as having the thumbnails again', async () => {
  const id = await picture();
  setup.advance(HOUR);
  await fill(2 * 1024 * 1024);
  setup.advance(HOUR);
  const jobs = db.selectFrom('jobs').select('id').where('kind', '=', 'make-thumbnail');
  expect((await keysOf(id)).thumbnail_bytes).toBeNull();
  await taken(id);
  expect(await jobs.execute()).toEqual([]);
  expect((await owner.browser.get(`/api/files/${id}/thumbnail/`)).statusCode).toBe(404);
  expect(await jobs.execute()).toHaveLength(1);
  await setup.runJobs();
  expect((await owner.browser.get(`/api/files/${id}/thumbnail/`)).statusCode).toBe(200);
});

test('a web size that could exceed the budget is refused before anything is drawn', async () => {
  const id = await picture();
  const full = await fill(2 * 1024 * 1024 - 100_000);
  await owner.browser.get(`/api/files/${full}/thumbnail/?size=large`);
  setup.advance(2);
  await writeShown(context);
  const { statusCode, body } = await take(customer.browser, id);
  expect(statusCode).toBe(400);
  expect(body).toContain('up to 0.7 MB');
  expect(await webJobs()).toEqual([]);
  // Nothing of it stays: other files may still be removed to make room.
  const kept = await db
    .selectFrom('derived_files')
    .select('web_asked_at')
    .where('file_id', '=', id)
    .execute();
  expect(kept.every(({ web_asked_at }) => web_asked_at === null)).toBe(true);
});

test('an hour after its job gave up, and not before, a request has the picture drawn again', async () => {
  const id = await picture();
  await take(customer.browser, id);
  await db.deleteFrom('jobs').where('kind', '=', 'make-web-size').execute();
  setup.advance(HOUR - 1);
  expect((await take(customer.browser, id)).statusCode).toBe(409);
  expect(await webJobs()).toEqual([]);
  setup.advance(1);
  await taken(id);
});

test('a picture is drawn again if its thumbnails are removed meanwhile', async () => {
  const id = await picture();
  await take(customer.browser, id);
  const { storage } = context;
  const write = vi.spyOn(storage, 'write').mockImplementationOnce(async (...given) => {
    write.mockRestore();
    await db.updateTable('files').set({ derived_round: 5 }).where('id', '=', id).execute();
    return storage.write(...given);
  });
  await setup.runJobs();
  expect((await take(customer.browser, id)).statusCode).toBe(200);
});

test('a picture that finds no room once it is drawn is queued again by the next request', async () => {
  const id = await picture();
  await take(customer.browser, id);
  const full = await fill(2 * 1024 * 1024 - (await sumDerived(db, owner.id)) - 10_000);
  await owner.browser.get(`/api/files/${full}/thumbnail/?size=large`);
  setup.advance(2);
  await writeShown(context);
  await setup.runJobs();
  expect((await keysOf(id)).web_bytes).toBeNull();
  await owner.browser.delete(`/api/files/${full}/`);
  await taken(id);
});

test('it is deleted with its file', async () => {
  const id = await picture();
  await taken(id);
  const { web_key } = await keysOf(id);
  expect(await context.storage.size(web_key ?? '')).toBeGreaterThan(0);
  await owner.browser.delete(`/api/files/${id}/`);
  await setup.runJobs();
  expect(await context.storage.size(web_key ?? '')).toBeUndefined();
});
