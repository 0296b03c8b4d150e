import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { createCustomer, createFreelancer, createProject, createVersion } from '../../testing/factories.ts';
import { uploadTo } from '../../testing/forms.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { unzip } from '../../testing/unzip.ts';

let setup: TestApp;
beforeAll(async () => {
  setup = await createTestApp();
});
afterAll(() => setup.close());

/** A version with files of these names, one byte each. */
async function createScene(...names: string[]) {
  const owner = await createFreelancer(setup);
  const customer = await createCustomer(setup, { owner });
  const project = await createProject(setup, { owner, customer });
  const version = await createVersion(setup, { project });
  const files: ProjectFile[] = [];
  for (const name of names) files.push(await uploadTo(owner.browser, version.id, Buffer.from('x'), name));
  const rename = (name: string, id = files[0]?.id) => owner.browser.patch(`/api/files/${id}/`, { name });
  return { owner, customer, project, version, files, rename };
}

test('a file is renamed, and its owner, its customer and every download know the new name', async () => {
  const { owner, customer, version, files, rename } = await createScene('IMG_2041.txt', 'b.txt');
  await setup.runJobs();
  const answer = await rename('Poster, ön yüz');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ ...files[0], name: 'Poster, ön yüz.txt' });
  for (const { browser } of [owner, customer]) {
    const { results } = (await browser.get(`/api/files/?version=${version.id}`)).json<Page<ProjectFile>>();
    expect(results.map(({ name }) => name)).toEqual(['Poster, ön yüz.txt', 'b.txt']);
  }
  const download = await customer.browser.get(`${files[0]?.file}?download=1`);
  expect(download.headers['content-disposition']).toContain(
    `filename*=UTF-8''${encodeURIComponent('Poster, ön yüz.txt')}`,
  );
});

test('the archive of a version holds the new name, and is another archive', async () => {
  const { customer, version, rename } = await createScene('a.txt');
  await setup.runJobs();
  const zip = () => customer.browser.get(`/api/versions/${version.id}/zip/`);
  const before = await zip();
  await rename('cover');
  const after = await zip();
  expect(await unzip('-Z1', after.rawPayload)).toBe('cover.txt\n');
  expect(after.headers['etag']).not.toBe(before.headers['etag']);
});

test('a new name moves the date of its project, the name it has already does not', async () => {
  const { owner, project, files, rename } = await createScene('a.txt');
  const lastUpdated = async () =>
    (await owner.browser.get(`/api/projects/${project.id}/`)).json<{ last_updated: string }>().last_updated;
  const before = await lastUpdated();
  setup.advance(60);
  for (const name of ['a', 'a.txt', ' a.TXT ']) await rename(name);
  await owner.browser.put(`/api/files/${files[0]?.id}/`, {});
  expect(await lastUpdated()).toBe(before);
  await rename('b');
  expect(await lastUpdated()).not.toBe(before);
});

test.each([
  ['\u202e', 'This field may not be blank.'],
  ['..', 'This field may not be blank.'],
  ['.txt', 'This field may not be blank.'],
  ['a\u0000b', 'Enter a valid value.'],
  ['x'.repeat(256), 'Use at most 255 characters.'],
  ['x'.repeat(65_000), 'Use at most 255 characters.'],
])('the name %j is refused', async (name, reason) => {
  const { owner, version, rename } = await createScene('a.txt');
  const answer = await rename(name);
  expect([answer.statusCode, answer.json()]).toEqual([400, { name: [reason] }]);
  const { results } = (await owner.browser.get(`/api/files/?version=${version.id}`)).json<
    Page<ProjectFile>
  >();
  expect(results[0]?.name).toBe('a.txt');
});

test('of two people who rename a file the last one wins, and a deleted one is not there any more', async () => {
  const { owner, files, rename } = await createScene('a.txt');
  const answers = await Promise.all([rename('one'), rename('two')]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await owner.browser.delete(`/api/files/${files[0]?.id}/`);
  expect((await rename('three')).statusCode).toBe(404);
});
