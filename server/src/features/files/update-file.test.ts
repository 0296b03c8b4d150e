import { expect, test } from 'vitest';
import type { Page } from '@vitrin/shared/contract/common.ts';
import { LAST_POSITION, type ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { uploadTo } from '../../testing/forms.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { unzip } from '@vitrin/engine/testing/unzip.ts';

const setup = await sharedTestApp();

/** A version with files of these names, one byte each. */
async function createScene(...names: string[]) {
  const { owner, customer, project, version } = await setup.createDelivery();
  const files: ProjectFile[] = [];
  for (const name of names) files.push(await uploadTo(owner.browser, version.id, Buffer.from('x'), name));
  const rename = (name: string, id = files[0]?.id) => owner.browser.patch(`/api/files/${id}/`, { name });
  return { owner, customer, project, version, files, rename };
}

test('a file is renamed for its owner, its customer and every download', async () => {
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

test('the archive of a version contains the new name, and is another archive', async () => {
  const { customer, version, rename } = await createScene('a.txt');
  await setup.runJobs();
  const zip = () => customer.browser.get(`/api/versions/${version.id}/zip/`);
  const before = await zip();
  await rename('cover');
  const after = await zip();
  expect(await unzip('-Z1', after.rawPayload)).toBe('cover.txt\n');
  expect(after.headers['etag']).not.toBe(before.headers['etag']);
});

test('a new name changes the date of its project, an unchanged one does not', async () => {
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

const namesOf = async ({
  owner,
  version,
}: Pick<Awaited<ReturnType<typeof createScene>>, 'owner' | 'version'>) => {
  const answer = await owner.browser.get(`/api/files/?version=${version.id}`);
  return answer.json<Page<ProjectFile>>().results.map(({ name }) => name.replace('.txt', ''));
};

test.each([
  ['c', 1, 'cabd'],
  ['a', 4, 'bcda'],
  ['a', 99, 'bcda'],
  ['b', 3, 'acbd'],
  ['d', 2, 'adbc'],
  ['b', 2, 'abcd'],
])('the file %s moves to place %i', async (name, order, expected) => {
  const scene = await createScene('a.txt', 'b.txt', 'c.txt', 'd.txt');
  const id = scene.files.find((file) => file.name === `${name}.txt`)?.id;
  const answer = await scene.owner.browser.patch(`/api/files/${id}/`, { order });
  expect([answer.statusCode, answer.json<ProjectFile>().id]).toEqual([200, id]);
  expect((await namesOf(scene)).join('')).toBe(expected);
});

test('moves keep the order of the others dense, before and after uploads and deletions', async () => {
  const scene = await createScene('a.txt', 'b.txt', 'c.txt', 'd.txt');
  const { owner, version, files } = scene;
  const [a, b, , d] = files;
  await owner.browser.patch(`/api/files/${d?.id}/`, { order: 1 });
  await uploadTo(owner.browser, version.id, Buffer.from('x'), 'e.txt');
  expect((await namesOf(scene)).join('')).toBe('dabce');
  await owner.browser.delete(`/api/files/${a?.id}/`);
  await owner.browser.patch(`/api/files/${b?.id}/`, { order: 3 });
  expect((await namesOf(scene)).join('')).toBe('dcbe');
  const rows = await setup.db
    .selectFrom('files')
    .select('position')
    .where('version_id', '=', version.id)
    .orderBy('position')
    .execute();
  expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
});

test('files are ordered in the archive and among the pictures of a version as in its list', async () => {
  const { owner, project, version, files } = await createScene('a.txt', 'b.txt', 'c.txt');
  await setup.runJobs();
  await setup.db
    .updateTable('files')
    .set({ thumbnail_key: 'drawn', thumbnail_bytes: 1 })
    .where('version_id', '=', version.id)
    .execute();
  await owner.browser.patch(`/api/files/${files[2]?.id}/`, { order: 1 });
  const zip = await owner.browser.get(`/api/versions/${version.id}/zip/`);
  expect(await unzip('-Z1', zip.rawPayload)).toBe('c.txt\na.txt\nb.txt\n');
  const { results } = (await owner.browser.get(`/api/versions/?project=${project.id}`)).json<Page<Version>>();
  expect(results[0]?.covers.map(({ name }) => name)).toEqual(['c.txt', 'a.txt', 'b.txt']);
});

test('a move changes no other version, and the same place changes no date', async () => {
  const scene = await createScene('a.txt', 'b.txt');
  const other = await setup.createVersion({ project: scene.project });
  await uploadTo(scene.owner.browser, other.id, Buffer.from('x'), 'z.txt');
  const lastUpdated = async () =>
    (await scene.owner.browser.get(`/api/projects/${scene.project.id}/`)).json<{ last_updated: string }>()
      .last_updated;
  const before = await lastUpdated();
  setup.advance(60);
  await scene.owner.browser.patch(`/api/files/${scene.files[1]?.id}/`, { order: 2 });
  await scene.owner.browser.patch(`/api/files/${scene.files[1]?.id}/`, { order: 9 });
  expect(await lastUpdated()).toBe(before);
  await scene.owner.browser.patch(`/api/files/${scene.files[1]?.id}/`, { order: 1 });
  expect(await lastUpdated()).not.toBe(before);
  const { position } = await setup.db
    .selectFrom('files')
    .select('position')
    .where('version_id', '=', other.id)
    .executeTakeFirstOrThrow();
  expect(position).toBe(LAST_POSITION);
});

test('many moves and deletions at once leave every file once, in a dense order', async () => {
  const names = Array.from({ length: 12 }, (_none, index) => `${index}.txt`);
  const { owner, version, files } = await createScene(...names);
  const answers = await Promise.all(
    files.flatMap(({ id }, index) => [
      owner.browser.patch(`/api/files/${id}/`, { order: 1 + ((index * 5) % 12) }),
      ...(index % 4 === 0 ? [owner.browser.delete(`/api/files/${id}/`)] : []),
    ]),
  );
  expect(answers.every(({ statusCode }) => [200, 204, 404].includes(statusCode))).toBe(true);
  await owner.browser.patch(`/api/files/${files[1]?.id}/`, { order: 1 });
  await owner.browser.patch(`/api/files/${files[2]?.id}/`, { order: 1 });
  const rows = await setup.db
    .selectFrom('files')
    .select('position')
    .where('version_id', '=', version.id)
    .orderBy('position')
    .execute();
  expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test.each([0, -1, 1.5, 2 ** 31, '1', null])('the place %j is refused', async (order) => {
  const { owner, files } = await createScene('a.txt');
  const answer = await owner.browser.patch(`/api/files/${files[0]?.id}/`, { order });
  expect([answer.statusCode, Object.keys(answer.json<object>())]).toEqual([400, ['order']]);
});

test('the last of two simultaneous renames wins, and a deleted file is not found', async () => {
  const { owner, files, rename } = await createScene('a.txt');
  const answers = await Promise.all([rename('one'), rename('two')]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await owner.browser.delete(`/api/files/${files[0]?.id}/`);
  expect((await rename('three')).statusCode).toBe(404);
});
