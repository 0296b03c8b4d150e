import { expect, test } from 'vitest';
import type { Cover } from '@vitrin/shared/contract/files.ts';
import type { Project, ProjectPage } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp();
const ada = await setup.createFreelancer();
const client = await setup.createCustomer({ owner: ada });

async function addPicture(version: { id: number }): Promise<number> {
  const { id } = await setup.createFile({ version, media_type: 'image/png', size_bytes: 10 });
  const drawn = { thumbnail_key: `small-${id}`, thumbnail_bytes: 1, width: 30, height: 20, tint: '#123456' };
  await setup.db.updateTable('files').set(drawn).where('id', '=', id).execute();
  return id;
}

const choose = (version: { id: number }, cover: unknown) =>
  ada.browser.patch(`/api/versions/${version.id}/`, { cover });

const idsOf = (covers: Cover[] | undefined) => covers?.map(({ id }) => id);

test('a version has the number and bytes of its files and shows four pictures, the chosen one first', async () => {
  const project = await setup.createProject({ owner: ada, customer: client });
  const version = await setup.createVersion({ project });
  await setup.createFile({ version, size_bytes: 7 });
  const pictures: number[] = [];
  for (let number = 0; number < 6; number += 1) pictures.push(await addPicture(version));
  const shown = async () => {
    const answers = await Promise.all(
      [`/api/projects/${project.id}/`, `/api/projects/${project.id}/?files=none`].map((url) =>
        client.browser.get(url),
      ),
    );
    const [whole, short] = answers.map((answer) => answer.json<Project>());
    const listed = (await client.browser.get(`/api/versions/?project=${project.id}`)).json<{
      results: Version[];
    }>();
    for (const one of [short?.versions[0], listed.results[0]])
      expect({ ...one, files: [] }).toEqual({ ...whole?.versions[0], files: [] });
    expect(whole?.cover).toEqual(whole?.versions[0]?.covers[0]);
    const list = (await client.browser.get('/api/projects/')).json<ProjectPage>();
    expect(list.results.find(({ id }) => id === project.id)?.cover).toEqual(whole?.cover);
    return whole?.versions[0];
  };
  expect(await shown()).toMatchObject({ file_count: 7, size: 67, cover: null });
  expect(idsOf((await shown())?.covers)).toEqual(pictures.slice(0, 4));
  expect((await shown())?.covers[0]).toMatchObject({ width: 30, height: 20, tint: '#123456' });

  const [first, second, third, , fifth = 0] = pictures;
  await choose(version, fifth);
  expect(await shown()).toMatchObject({ cover: fifth });
  expect(idsOf((await shown())?.covers)).toEqual([fifth, first, second, third]);

  // A deleted cover represents nothing any more.
  await ada.browser.delete(`/api/files/${fifth}/`);
  expect(await shown()).toMatchObject({ cover: null, file_count: 6 });
  expect(idsOf((await shown())?.covers)).toEqual(pictures.slice(0, 4));
});

test('a project shows the first picture of its newest version, or none', async () => {
  const project = await setup.createProject({ owner: ada, customer: client });
  const cover = async () => {
    const { results } = (await ada.browser.get('/api/projects/')).json<ProjectPage>();
    return results.find(({ id }) => id === project.id)?.cover?.id;
  };
  expect(await cover()).toBeUndefined();
  const old = await setup.createVersion({ project });
  const [early] = [await addPicture(old)];
  expect(await cover()).toBe(early);
  setup.advance(60);
  const newest = await setup.createVersion({ project });
  expect(await cover()).toBeUndefined();
  const late = await addPicture(newest);
  expect(await cover()).toBe(late);
});

test('files moved by hand come first, in every list', async () => {
  const project = await setup.createProject({ owner: ada });
  const version = await setup.createVersion({ project });
  const [a, b, c] = [await addPicture(version), await addPicture(version), await addPicture(version)];
  for (const [position, id] of [c, a].entries())
    await setup.db.updateTable('files').set({ position }).where('id', '=', id).execute();
  const order = [c, a, b];
  const files = (await ada.browser.get(`/api/files/?version=${version.id}`)).json<{ results: Cover[] }>();
  expect(idsOf(files.results)).toEqual(order);
  const whole = (await ada.browser.get(`/api/projects/${project.id}/`)).json<Project>();
  expect(idsOf(whole.versions[0]?.files)).toEqual(order);
  expect(idsOf(whole.versions[0]?.covers)).toEqual(order);
});

test('choosing a cover can be undone, is no edit, and changes the date of the project only if the cover changes', async () => {
  const project = await setup.createProject({ owner: ada });
  const version = await setup.createVersion({ project });
  const [first, second] = [await addPicture(version), await addPicture(version)];
  const state = async () => {
    const { last_updated, versions } = (
      await ada.browser.get(`/api/projects/${project.id}/?files=none`)
    ).json<Project>();
    return { last_updated, edited_at: versions[0]?.edited_at, covers: idsOf(versions[0]?.covers) };
  };
  const before = await state();
  setup.advance(60);
  expect((await choose(version, second)).json<Version>()).toMatchObject({ cover: second });
  const chosen = await state();
  expect(chosen).toMatchObject({ edited_at: before.edited_at, covers: [second, first] });
  expect(chosen.last_updated).not.toBe(before.last_updated);
  setup.advance(60);
  await choose(version, second);
  expect(await state()).toEqual(chosen);
  expect((await choose(version, null)).json<Version>()).toMatchObject({ cover: null });
  expect((await state()).covers).toEqual([first, second]);
});

test('no file of another version, and no deleted one, becomes the cover', async () => {
  const project = await setup.createProject({ owner: ada });
  const version = await setup.createVersion({ project });
  const own = await addPicture(version);
  const foreign = await addPicture(await setup.createVersion({ project }));
  const stranger = await setup.createFreelancer();
  const strange = await addPicture(
    await setup.createVersion({ project: await setup.createProject({ owner: stranger }) }),
  );
  for (const id of [foreign, strange, 999_999]) {
    const answer = await choose(version, id);
    expect([answer.statusCode, answer.json()]).toEqual([400, { cover: ['Choose a file of this version.'] }]);
  }
  for (const odd of ['x'.repeat(65_000), 0, {}, [own]])
    expect((await choose(version, odd)).statusCode).toBe(400);
  const { covers } = (await choose(version, own)).json<Version>();
  expect(idsOf(covers)).toEqual([own]);
});

test('choosing a file and deleting it at once leave no missing cover', async () => {
  const project = await setup.createProject({ owner: ada });
  const version = await setup.createVersion({ project });
  const id = await addPicture(version);
  const answers = await Promise.all([
    ada.browser.delete(`/api/files/${id}/`),
    choose(version, id),
    choose(version, id),
  ]);
  expect(answers.every(({ statusCode }) => statusCode < 500)).toBe(true);
  const { versions } = (await ada.browser.get(`/api/projects/${project.id}/`)).json<Project>();
  expect(versions[0]).toMatchObject({ cover: null, covers: [], file_count: 0 });
});
