import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import type { Person } from '../../../testing/factories.ts';
import { listedFile, uploadTo } from '../../../testing/forms.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { findStoredFile } from '../queries.ts';
import { sumDerived } from '../derived-queries.ts';
import { keepDerived } from './keep.ts';
import { derivedKey } from './keys.ts';
import { writeShown } from './shown.ts';

const BUDGET = 1024 * 1024;
const QUARTER = BUDGET / 4;
const HOUR = 3600;

const setup = await sharedTestApp({ DERIVED_MB: '1', RATE_LIMITS: 'off' });
const { context, db } = setup;
let owner: Person;
let versionId: number;
beforeEach(async () => {
  owner = await setup.createFreelancer();
  versionId = await versionOf(owner);
});

async function versionOf(person: Person): Promise<number> {
  return (await setup.createVersion({ project: await setup.createProject({ owner: person }) })).id;
}

async function projectId(): Promise<number> {
  const version = db.selectFrom('versions').select('project_id').where('id', '=', versionId);
  return (await version.executeTakeFirstOrThrow()).project_id;
}

/** A file with a large picture of this many bytes, as if it had been drawn, a minute after the one before. */
async function drawn(bytes: number, person = owner, version = versionId): Promise<number> {
  setup.advance(60);
  const { id } = await uploadTo(person.browser, version, Buffer.from('text'), 'a.txt');
  await keep(id, bytes);
  return id;
}

async function keep(id: number, bytes: number) {
  const file = await findStoredFile(db, id);
  if (!file) throw new Error('The file is gone');
  const key = derivedKey(file, 'large');
  await context.storage.write(key, bytesOf(Buffer.alloc(bytes)));
  return keepDerived(context, file, { thumbnail_large_key: key, thumbnail_large_bytes: bytes });
}

const show = async (id: number) => {
  const { statusCode } = await owner.browser.get(`/api/files/${id}/thumbnail/?size=large`);
  await writeShown(context);
  return statusCode;
};

/** Which of these files have their picture, in the row and in the store. */
async function present(...ids: number[]): Promise<boolean[]> {
  await setup.runJobs();
  return Promise.all(
    ids.map(async (id) => {
      const { thumbnail_large_key: key, thumbnail_large_bytes: bytes } = await db
        .selectFrom('files')
        .select(['thumbnail_large_key', 'thumbnail_large_bytes'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(await context.storage.size(key ?? '')).toBe(bytes ?? undefined);
      return bytes !== null;
    }),
  );
}

const draws = async () => {
  const jobs = await db.selectFrom('jobs').select('payload').where('kind', '=', 'make-thumbnail').execute();
  return jobs.map(({ payload }) => (JSON.parse(payload) as { file_id: number }).file_id);
};

const picture = (colour: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
    .png()
    .toBuffer();

test('derived files fill the budget to the byte, and one byte more removes the least recently used ones', async () => {
  const files = [await drawn(QUARTER), await drawn(QUARTER), await drawn(QUARTER), await drawn(QUARTER)];
  expect(await sumDerived(db, owner.id)).toBe(BUDGET);
  expect(await present(...files)).toEqual([true, true, true, true]);
  await show(files[0] ?? 0);
  const last = await drawn(1);
  expect(await present(...files, last)).toEqual([true, false, true, true, true]);
  expect(await sumDerived(db, owner.id)).toBe(BUDGET - QUARTER + 1);
});

test('nothing shown within the last hour is removed: new files find no room', async () => {
  const first = await drawn(BUDGET / 2);
  const second = await drawn(BUDGET / 2);
  for (const id of [first, second]) expect(await show(id)).toBe(200);
  setup.advance(50 * 60);
  for (const id of [first, second]) expect(await show(id)).toBe(200);
  setup.advance(HOUR - 120);
  const last = await drawn(10);
  expect(await present(first, second, last)).toEqual([true, true, false]);
  expect(await sumDerived(db, owner.id)).toBe(BUDGET);
  setup.advance(2 * HOUR);
  const later = await drawn(10);
  expect(await present(first, second, later)).toEqual([false, true, true]);
});

test('a look that is not recorded yet counts', async () => {
  const first = await drawn(BUDGET);
  expect((await owner.browser.get(`/api/files/${first}/thumbnail/?size=large`)).statusCode).toBe(200);
  const second = await drawn(10);
  expect(await present(first, second)).toEqual([true, false]);
});

test('a file that is shown repeatedly is recorded once an hour', async () => {
  const id = await drawn(10);
  const keptUntil = async () =>
    (await db.selectFrom('derived_files').select('kept_until').where('file_id', '=', id).executeTakeFirst())
      ?.kept_until;
  const times = new Set([await keptUntil()]);
  for (let minutes = 0; minutes < 120; minutes += 10) {
    await show(id);
    times.add(await keptUntil());
    setup.advance(600);
  }
  expect(times.size).toBe(3);
});

test('a removed picture is drawn again, identically, once for any number of requests', async () => {
  const { id } = await uploadTo(owner.browser, versionId, await picture('#c8643c'), 'a.png');
  await setup.runJobs();
  const before = await listedFile(owner.browser, versionId, id);
  const bytes = (await owner.browser.get(before.thumbnail ?? '')).rawPayload;
  await writeShown(context);
  setup.advance(3 * HOUR);
  await drawn(BUDGET);
  const away = await listedFile(owner.browser, versionId, id);
  // An open page still shows its picture.
  expect(away.thumbnail).toBe(before.thumbnail);
  expect([away.width, away.height, away.tint]).toEqual([before.width, before.height, before.tint]);
  const answers = await Promise.all([1, 2, 3, 4].map(() => owner.browser.get(before.thumbnail ?? '')));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
  expect(await draws()).toEqual([id]);
  await setup.runJobs();
  const after = await listedFile(owner.browser, versionId, id);
  expect(after.thumbnail).toBe(`${before.thumbnail}&n=1`);
  const again = await owner.browser.get(after.thumbnail ?? '');
  expect([again.statusCode, again.rawPayload.equals(bytes)]).toEqual([200, true]);
  expect(setup.logs).toEqual([]);
});

test('a cover without its picture stays the cover', async () => {
  const { id } = await uploadTo(owner.browser, versionId, await picture('#2060c0'), 'a.png');
  await setup.runJobs();
  await drawn(BUDGET);
  const project = await owner.browser.get(`/api/projects/${await projectId()}/`);
  const { versions } = project.json<{ versions: { covers: { id: number }[] }[] }>();
  expect(versions.flatMap(({ covers }) => covers.map((cover) => cover.id))).toEqual([id]);
});

test('freelancers have budgets of their own', async () => {
  const other = await setup.createFreelancer();
  const mine = await drawn(BUDGET);
  const theirs = await drawn(BUDGET, other, await versionOf(other));
  expect(await present(mine, theirs)).toEqual([true, true]);
});

test('several pictures kept at once stay within the budget together', async () => {
  const ids = [];
  for (let count = 0; count < 12; count += 1)
    ids.push((await uploadTo(owner.browser, versionId, Buffer.from('text'), 'a.txt')).id);
  const kept = await Promise.all(ids.map((id) => keep(id, QUARTER)));
  expect(new Set(kept)).toEqual(new Set(['kept']));
  expect((await present(...ids)).filter(Boolean)).toHaveLength(4);
  expect(await sumDerived(db, owner.id)).toBe(BUDGET);
});

test('a file removed while it is drawn again leaves nothing in the store', async () => {
  const id = await drawn(QUARTER);
  const old = await findStoredFile(db, id);
  await drawn(BUDGET);
  if (!old) throw new Error('The file is gone');
  const key = derivedKey(old, 'large');
  await context.storage.write(key, bytesOf(Buffer.alloc(5)));
  expect(await keepDerived(context, old, { thumbnail_large_key: key, thumbnail_large_bytes: 5 })).toBe(
    'gone',
  );
  await setup.runJobs();
  expect(await context.storage.size(key)).toBeUndefined();
});

test('a file that is deleted while its picture is kept leaves nothing in the store', async () => {
  const ids = [];
  for (let count = 0; count < 8; count += 1)
    ids.push((await uploadTo(owner.browser, versionId, Buffer.from('text'), 'a.txt')).id);
  const keys = await Promise.all(
    ids.map(async (id) => derivedKey((await findStoredFile(db, id)) ?? expect.fail(), 'large')),
  );
  const works = ids.flatMap((id) => [keep(id, 100), owner.browser.delete(`/api/files/${id}/`)]);
  expect((await Promise.allSettled(works)).filter(({ status }) => status === 'rejected')).toEqual([]);
  await setup.runJobs();
  expect(await Promise.all(keys.map((key) => context.storage.size(key)))).toEqual(keys.map(() => undefined));
});

test('a picture drawn again under another key replaces the earlier one', async () => {
  const id = await drawn(100);
  const before = await findStoredFile(db, id);
  if (!before) throw new Error('The file is gone');
  await db.updateTable('files').set({ derived_round: 1 }).where('id', '=', id).execute();
  expect(await keep(id, 100)).toBe('kept');
  expect(await present(id)).toEqual([true]);
  expect(await context.storage.size(derivedKey(before, 'large'))).toBeUndefined();
  expect(await sumDerived(db, owner.id)).toBe(100);
});

test('a picture that cannot be drawn any more is missing, and no longer requested', async () => {
  const id = await drawn(QUARTER);
  await drawn(BUDGET);
  expect(await show(id)).toBe(404);
  expect(await draws()).toEqual([id]);
  await setup.runJobs();
  const file = await listedFile(owner.browser, versionId, id);
  expect(file.thumbnail_large).toBeNull();
  setup.advance(2 * HOUR);
  expect(await show(id)).toBe(404);
  expect(await draws()).toEqual([]);
});

test('forty drawings of a few bytes that describe noise stay within the budget', async () => {
  const noise = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1999" height="1999"><filter id="n"><feTurbulence baseFrequency=".73"/></filter><rect width="100%" height="100%" filter="url(#n)"/></svg>',
  );
  const { id } = await uploadTo(owner.browser, versionId, noise, 'noise.svg');
  await setup.runJobs();
  const one = await sumDerived(db, owner.id);
  expect(one).toBeLessThanOrEqual(256 * 1024);
  expect(one).toBeGreaterThan(0);
  expect((await listedFile(owner.browser, versionId, id)).thumbnail).not.toBeNull();
  // All others are kept as this one is.
  const ids = await copiesOf(id, 40);
  for (const copy of ids) await keep(copy, one);
  const sum = await sumDerived(db, owner.id);
  expect(sum).toBeLessThanOrEqual(BUDGET);
  expect(sum).toBeGreaterThan(BUDGET - one);
});

/** Copies the row of this file this many times, without derived pictures. */
async function copiesOf(id: number, count: number): Promise<number[]> {
  const like = await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const rows = Array.from({ length: count }, (_, index) => {
    const { id: _id, ...row } = like;
    const none = { thumbnail_bytes: null, thumbnail_medium_bytes: null, thumbnail_large_bytes: null };
    return {
      ...row,
      ...none,
      storage_key: `${row.storage_key.slice(0, 60)}${String(index).padStart(4, '0')}`,
    };
  });
  const ids: number[] = [];
  for (let start = 0; start < count; start += 50) {
    const made = await db
      .insertInto('files')
      .values(rows.slice(start, start + 50))
      .returning('id')
      .execute();
    ids.push(...made.map((row) => row.id));
  }
  return ids;
}

test('a copy for reading offline waits for pictures that are being redrawn', async () => {
  const { id } = await uploadTo(owner.browser, versionId, await picture('#abcdef'), 'a.png');
  await setup.runJobs();
  const url = `/api/projects/${await projectId()}/offline/`;
  setup.advance(3 * HOUR);
  const text = await uploadTo(owner.browser, await versionOf(owner), Buffer.from('text'), 'a.txt');
  await keep(text.id, BUDGET);
  expect((await owner.browser.get(url)).statusCode).toBe(409);
  await setup.runJobs();
  const { statusCode, rawPayload } = await owner.browser.get(url);
  expect(statusCode).toBe(200);
  expect(rawPayload.includes(`files/${id}-large.webp`)).toBe(true);
});
