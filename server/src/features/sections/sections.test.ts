import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Section } from '@vitrin/shared/contract/sections.ts';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import { unzip } from '@vitrin/engine/testing/unzip.ts';
import { uploadTo } from '../../testing/forms.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

/** A version with files of these names, and the calls of its freelancer about its sections. */
async function createScene(...files: string[]) {
  const delivery = await setup.createDelivery();
  const { owner, customer, project, version } = delivery;
  const uploaded: ProjectFile[] = [];
  for (const name of files) uploaded.push(await uploadTo(owner.browser, version.id, Buffer.from('x'), name));
  const add = async (name: string, order?: number) =>
    (await owner.browser.post('/api/sections/', { name, version: version.id, order })).json<Section>();
  const list = async (browser = owner.browser) =>
    (await browser.get(`/api/sections/?version=${version.id}`)).json<Page<Section>>().results;
  const put = (file: ProjectFile | undefined, section: number | null) =>
    owner.browser.patch(`/api/files/${file?.id}/`, { section });
  return { owner, customer, project, version, files: uploaded, add, list, put };
}

test('a version has sections in an order, which its client sees', async () => {
  const { customer, project, version, add, list } = await createScene();
  const web = await add('Web');
  expect(web).toEqual({ id: web.id, name: 'Web', order: 1, version: version.id });
  await add('Print');
  await add('  Covers ', 1);
  const named = (await list(customer.browser)).map(({ name, order }) => [order, name]);
  expect(named).toEqual([
    [1, 'Covers'],
    [2, 'Web'],
    [3, 'Print'],
  ]);
  const shown = (await customer.browser.get(`/api/projects/${project.id}/`)).json<Project>();
  expect(shown.versions[0]?.sections.map(({ name }) => name)).toEqual(['Covers', 'Web', 'Print']);
});

const position = fc.nat({ max: 20 });
const step = fc.oneof(
  fc.record({ do: fc.constant('add' as const), to: position }),
  fc.record({ do: fc.constant('move' as const), at: position, to: position }),
  fc.record({ do: fc.constant('delete' as const), at: position }),
);

test('the order of sections stays dense whatever is done', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      const { owner, add, list } = await createScene();
      let model: number[] = [];
      for (const one of steps) {
        if (one.do === 'add') {
          const { id } = await add('x', one.to + 1);
          model = model.toSpliced(one.to, 0, id);
          continue;
        }
        const id = model[one.at % Math.max(1, model.length)];
        if (id === undefined) continue;
        const others = model.filter((each) => each !== id);
        if (one.do === 'delete') await owner.browser.delete(`/api/sections/${id}/`);
        else await owner.browser.patch(`/api/sections/${id}/`, { order: one.to + 1 });
        model = one.do === 'delete' ? others : others.toSpliced(one.to, 0, id);
      }
      const listed = await list();
      expect(listed.map(({ id }) => id)).toEqual(model);
      expect(listed.map(({ order }) => order)).toEqual(model.map((_, index) => index + 1));
    }),
    { numRuns: 15 },
  );
}, 60_000);

test('a file is in one section or in none, and stays when its section is deleted', async () => {
  const { owner, version, files, add, put } = await createScene('a.txt', 'b.txt');
  const [first] = files;
  expect(first?.section).toBeNull();
  const { id } = await add('Web');
  expect((await put(first, id)).json()).toMatchObject({ section: id });
  await owner.browser.patch(`/api/files/${first?.id}/`, { name: 'c' });
  const read = async () =>
    (await owner.browser.get(`/api/files/?version=${version.id}`)).json<Page<ProjectFile>>().results;
  expect((await read()).map(({ name, section }) => [name, section])).toEqual([
    ['c.txt', id],
    ['b.txt', null],
  ]);
  await owner.browser.delete(`/api/sections/${id}/`);
  expect((await read()).map(({ section }) => section)).toEqual([null, null]);
});

test('a section of another version takes no file', async () => {
  const { files, put } = await createScene('a.txt');
  const other = await createScene();
  const answer = await put(files[0], (await other.add('Web')).id);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toHaveProperty('section');
});

test('the archive of a version has a folder for each section, with a safe and unique name', async () => {
  const { owner, customer, files, add, put } = await createScene('a.txt', 'a.txt', 'a.txt', 'web', 'b.txt');
  const web = await add('Web');
  const slash = await add('../CON: 1/2');
  for (const [index, section] of [web, web, slash].entries()) await put(files[index], section.id);
  await setup.runJobs();
  const zip = await customer.browser.get(`/api/versions/${files[0]?.version}/zip/`);
  expect((await unzip('-Z1', zip.rawPayload)).trim().split('\n').toSorted()).toEqual([
    '.._CON_ 1_2/a.txt',
    'Web/a (2).txt',
    'Web/a.txt',
    'b.txt',
    'web (2)',
  ]);
  const tag = async () =>
    (await customer.browser.get(`/api/versions/${files[0]?.version}/zip/`)).headers['etag'];
  const moved = await put(files[4], web.id).then(tag);
  expect(moved).not.toBe(zip.headers['etag']);
  const renamed = await owner.browser.patch(`/api/sections/${web.id}/`, { name: 'Screens' }).then(tag);
  expect(renamed).not.toBe(moved);
  expect(await owner.browser.delete(`/api/sections/${web.id}/`).then(tag)).not.toBe(renamed);
});

test("a section's name has up to 100 characters, and is not blank", async () => {
  const { owner, version } = await createScene();
  const statuses = [];
  for (const name of ['x'.repeat(100), 'x'.repeat(101), ' ', 'x'.repeat(64 * 1024)])
    statuses.push((await owner.browser.post('/api/sections/', { name, version: version.id })).statusCode);
  expect(statuses).toEqual([201, 400, 400, 413]);
});

test('only the freelancer of a section changes and deletes it, and a missing section is not found', async () => {
  const { owner, customer, add, list } = await createScene();
  const section = await add('Web');
  const tries = async ({ browser }: typeof owner, { id }: { id: number }) => [
    (await browser.patch(`/api/sections/${id}/`, { name: 'Mine' })).statusCode,
    (await browser.delete(`/api/sections/${id}/`)).statusCode,
  ];
  expect(await tries(customer, section)).toEqual([403, 403]);
  expect(await tries(await setup.createFreelancer(), section)).toEqual([404, 404]);
  expect(await tries(owner, { id: 2 ** 31 - 1 })).toEqual([404, 404]);
  expect(await list()).toEqual([section]);
});

test('sections of a scheduled version are hidden from its client', async () => {
  const { owner, customer, version, add } = await createScene();
  await add('Web');
  await owner.browser.patch(`/api/versions/${version.id}/`, { ready_at: null });
  const list = async (browser: typeof owner.browser) =>
    (await browser.get(`/api/sections/?version=${version.id}`)).statusCode;
  expect([await list(customer.browser), await list(owner.browser)]).toEqual([404, 200]);
});

test(`a version holds ${MAX_COUNTS.sections} sections`, async () => {
  const { owner, version } = await createScene();
  const rows = Array.from({ length: MAX_COUNTS.sections - 1 }, (_, index) => ({
    version_id: version.id,
    name: 'x',
    position: index + 1,
    created_at: '2026-01-01T00:00:00.000Z',
  }));
  await setup.db.insertInto('sections').values(rows).execute();
  const add = () => owner.browser.post('/api/sections/', { name: 'x', version: version.id });
  expect((await add()).statusCode).toBe(201);
  const refused = await add();
  expect(refused.statusCode).toBe(400);
  expect(refused.json<{ detail: string }>().detail).toContain('100 sections');
});
