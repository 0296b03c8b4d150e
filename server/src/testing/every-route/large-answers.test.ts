import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MAX_COVERS } from '@vitrin/shared/contract/files.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { IS_DAILY } from '../../../../test-kit/large/extent.ts';
import type { Database } from '../../database/connect.ts';
import { PAGE_ROWS } from '../../database/pages.ts';
import { toVersion } from '../../features/versions/row.ts';
import { toProjectFile } from '../../features/files/row.ts';
import { fileSums } from '../../features/files/row-sums.ts';
import { toMilestone } from '../../features/milestones/row.ts';
import type { Person } from '../factories.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { createRandom } from '../random.ts';

const random = createRandom(74);
/** Characters that JSON escapes, that take several bytes, and that look like a placeholder. */
const PIECES = [
  '"versions":[]',
  '"files":[],',
  '\\',
  '\n',
  '"',
  '€',
  'ğüşİ',
  '😀',
  '<p>',
  ']}',
  'x'.repeat(900),
];
const text = () => Array.from({ length: random.below(12) }, () => random.pick(PIECES)).join('');
/** Few different times, so that many are equal. */
const time = () => `2026-01-0${1 + random.below(9)}T00:00:00.000Z`;

const MILESTONES = 230;
/** Number of files in the first versions; others have a few. */
const FILE_COUNTS = [0, PAGE_ROWS - 1, PAGE_ROWS, 1, PAGE_ROWS + 1, 3 * PAGE_ROWS + 17, 2];
const VERSIONS = 160;

describe.each([
  ...(IS_DAILY ? [] : [{ by: 'checked answers', checkAnswers: true }]),
  { by: 'compiled serialisers', checkAnswers: false },
])('a project too large to be answered at once, by $by', ({ checkAnswers }) => {
  let setup: TestApp;
  let ada: Person;
  let client: Person;
  let project: number;
  let versions: number[];
  let whole: Project;
  beforeAll(async () => {
    setup = await createTestApp({}, { checkAnswers });
    ada = await setup.createFreelancer();
    client = await setup.createCustomer({ owner: ada });
    project = (await setup.createProject({ owner: ada, customer: client })).id;
    versions = await fillProject(setup.db, project, ada.id);
    whole = await readWhole(setup.db, project, ada, client);
  }, 120_000);
  afterAll(() => setup.close());

  const expectBytes = async (url: string, answer: unknown) => {
    const body = JSON.stringify(answer);
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    for (const person of [ada, client]) {
      const given = await person.browser.get(url);
      expect(given.body === body, `${url}: ${given.body.length} of ${body.length} characters`).toBe(true);
      expect([given.statusCode, given.headers.etag]).toEqual([200, tag]);
      expect(given.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        'cache-control': 'private, no-cache',
      });
      const again = await person.browser.get(url, { 'if-none-match': tag });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag]);
    }
  };
  const listed = (results: unknown[]) => ({ count: results.length, next: null, previous: null, results });
  const withoutFiles = () => whole.versions.map((version) => ({ ...version, files: [] }));

  test('has the bytes and the tag that it has in one piece', async () => {
    await expectBytes(`/api/projects/${project}/`, whole);
    await expectBytes(`/api/projects/${project}/?files=none`, { ...whole, versions: withoutFiles() });
    await expectBytes(`/api/milestones/?project=${project}`, listed(whole.milestones));
    await expectBytes(`/api/versions/?project=${project}`, listed(whole.versions));
    await expectBytes('/api/versions/', listed(whole.versions));
    await expectBytes(`/api/versions/?project=${project}&files=none`, listed(withoutFiles()));
    for (const [index] of FILE_COUNTS.entries())
      await expectBytes(`/api/files/?version=${versions[index]}`, listed(filesOf(whole, versions[index])));
  });

  test('is the answer to a change too', async () => {
    const changed = await ada.browser.patch(`/api/projects/${project}/`, { name: whole.name });
    expect(changed.body === JSON.stringify(whole)).toBe(true);
    const version = whole.versions.find(({ files }) => files.length > 3 * PAGE_ROWS);
    const { version_number } = version ?? {};
    const same = await ada.browser.patch(`/api/versions/${version?.id}/`, { version_number });
    expect(same.body === JSON.stringify(version)).toBe(true);
  });

  test('is not found by others', async () => {
    const { browser } = await setup.createFreelancer();
    for (const url of [
      `/api/projects/${project}/`,
      `/api/versions/?project=${project}`,
      `/api/files/?version=${versions[5]}`,
    ])
      expect((await browser.get(url)).statusCode).toBe(404);
  });

  test('lets others take their turn after each page of files', async () => {
    for (const url of [
      `/api/projects/${project}/`,
      `/api/versions/?project=${project}`,
      `/api/files/?version=${versions[5]}`,
    ])
      expect(await mostFilesInATurn(() => ada.browser.get(url))).toBeLessThanOrEqual(
        PAGE_ROWS + 1 + MAX_COVERS,
      );
  });
});

test('an answer with long texts is written in pieces', async () => {
  const { db, createFreelancer, createProject, close } = await createTestApp();
  const owner = await createFreelancer();
  const { id } = await createProject({ owner });
  const rows = Array.from({ length: MILESTONES }, (_none, index) => ({
    project_id: id,
    name: `Step ${index}`,
    description: 'x'.repeat(8000),
    completed: false,
    position: index + 1,
    created_at: time(),
    edited_at: time(),
  }));
  await inChunks(rows, (some) => db.insertInto('milestones').values(some).execute());
  const stringify = vi.spyOn(JSON, 'stringify');
  const { body } = await owner.browser.get(`/api/milestones/?project=${id}`);
  const pieces = stringify.mock.results.map(({ value }) => String(value).length);
  stringify.mockRestore();
  expect(body.length).toBeGreaterThan(MILESTONES * 8000);
  expect(Math.max(...pieces)).toBeLessThan(body.length / 3);
  await close();
});

/** Most files and covers written in one turn of the event loop, counted by reads of each file's time. */
async function mostFilesInATurn(work: () => Promise<unknown>): Promise<number> {
  const state = { isOver: false, files: 0, most: 0 };
  const parse = Date.parse.bind(Date);
  const spy = vi.spyOn(Date, 'parse').mockImplementation((value) => {
    state.files += 1;
    state.most = Math.max(state.most, state.files);
    return parse(value);
  });
  const turn = () => {
    state.files = 0;
    if (!state.isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  state.isOver = true;
  spy.mockRestore();
  expect(state.most).toBeGreaterThan(0);
  return state.most;
}

function filesOf({ versions }: Project, id: number | undefined) {
  return versions.find((version) => version.id === id)?.files ?? [];
}

async function fillProject(db: Database, project: number, owner: number): Promise<number[]> {
  const part = () => ({ project_id: project, description: text(), edited_at: time(), created_at: time() });
  const milestones = Array.from({ length: MILESTONES }, (_none, index) => ({
    ...part(),
    name: `Step ${text()}`.slice(0, 200),
    completed: random.below(2) === 1,
    position: index + 1,
    due_on: random.below(2) === 1 ? '2026-12-04' : null,
  }));
  await inChunks(milestones, (some) => db.insertInto('milestones').values(some).execute());
  const versions: number[] = [];
  for (let number = 1; number <= VERSIONS; number += 1) {
    const row = { ...part(), version_number: String(number) };
    const { id } = await db.insertInto('versions').values(row).returning('id').executeTakeFirstOrThrow();
    versions.push(id);
  }
  const files = versions.flatMap((version_id, index) =>
    Array.from({ length: FILE_COUNTS[index] ?? random.below(9) }, (_none, index) => ({
      version_id,
      owner_id: owner,
      name: `${text().slice(0, 60)}.png`,
      storage_key: `${version_id}-${index}`,
      size_bytes: random.below(1e9),
      sha256: null,
      crc32: null,
      media_type: random.pick(['image/png', 'video/mp4', 'application/pdf']) ?? '',
      thumbnail_key: random.below(2) === 1 ? 'small' : null,
      thumbnail_large_key: null,
      thumbnail_bytes: null,
      thumbnail_large_bytes: null,
      created_at: time(),
    })),
  );
  await inChunks(files, (some) => db.insertInto('files').values(some).execute());
  return versions;
}

/** A statement accepts a limited number of values. */
async function inChunks<Row>(rows: Row[], insert: (some: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += 100) await insert(rows.slice(start, start + 100));
}

/** The project, read by one statement for each kind of part. */
async function readWhole(db: Database, id: number, owner: Person, customer: Person): Promise<Project> {
  const row = await db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const milestones = await db
    .selectFrom('milestones')
    .selectAll()
    .where('project_id', '=', id)
    .orderBy('position')
    .execute();
  const versions = await db
    .selectFrom('versions')
    .selectAll()
    .select(fileSums(db))
    .where('project_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const files = await db.selectFrom('files').selectAll().orderBy('created_at').orderBy('id').execute();
  const nested = Map.groupBy(files, ({ version_id }) => version_id);
  const people = await db.selectFrom('users').select(['id', 'username']).execute();
  const nameOf = (person: Person) => people.find((one) => one.id === person.id)?.username ?? '';
  const shown = versions.map((version) =>
    toVersion(version, (nested.get(version.id) ?? []).map(toProjectFile), { isFreelancer: true }),
  );
  return {
    id,
    name: row.name,
    description: row.description,
    customer: nameOf(customer),
    customer_id: customer.id,
    freelancer: nameOf(owner),
    status: row.status,
    progress: row.progress,
    last_updated: row.last_updated,
    created_at: row.created_at,
    edited_at: row.edited_at,
    expected_on: null,
    next_due_on:
      milestones
        .flatMap(({ completed, due_on }) => (completed || due_on === null ? [] : due_on))
        .toSorted()[0] ?? null,
    previous_visit: null,
    news: null,
    seen: null,
    cover: shown.at(-1)?.covers[0] ?? null,
    milestones: milestones.map(toMilestone),
    versions: shown,
  };
}
