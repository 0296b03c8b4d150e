import { expect, test } from 'vitest';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { TEXT_PAGE_BYTES } from '../../database/pages.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp();
const ada = await setup.createFreelancer();
/** Two projects of one freelancer; the first has one milestone and one version more. */
const projects = [await projectWith(3), await projectWith(2)];

async function projectWith(parts: number) {
  const project = await setup.createProject({ owner: ada });
  const milestones: number[] = [];
  const versions: number[] = [];
  for (let part = 0; part < parts; part += 1) {
    milestones.push((await setup.createMilestone({ project })).id);
    versions.push((await setup.createVersion({ project })).id);
  }
  return { id: project.id, milestones, versions };
}

const detailOf = async (id: number) => (await ada.browser.get(`/api/projects/${id}/`)).json<Project>();

const idsOf = (parts: { id: number }[]) => parts.map(({ id }) => id);

test.each([
  ['read at once', 0],
  ['so long that it is read by pages', TEXT_PAGE_BYTES + 1],
])('a project %s has its own milestones and versions and those of no other', async (_how, text_bytes) => {
  await setup.db.updateTable('projects').set({ text_bytes }).execute();
  for (const expected of projects) {
    const { id, milestones, versions } = await detailOf(expected.id);
    expect({ id, milestones: idsOf(milestones), versions: idsOf(versions) }).toEqual(expected);
  }
});

test('changes in a project affect neither the date nor the bytes of others', async () => {
  const { browser } = ada;
  const { id } = (await browser.post('/api/projects/', { name: 'Own' })).json<{ id: number }>();
  let bytes = 3;
  const others = () => stored().where('id', '!=', id).execute();
  const expectOwn = async () =>
    expect(await stored().where('id', '=', id).execute()).toEqual([
      { id, last_updated: setup.context.now().toISOString(), text_bytes: bytes },
    ]);
  const before = await others();

  setup.advance(60);
  const milestone = { name: 'm', description: '', project: id };
  await browser.post('/api/milestones/', milestone);
  bytes += 1;
  await expectOwn();
  setup.advance(60);
  const version = { version_number: '1.0', description: '<p>1</p>', project: id };
  const made = (await browser.post('/api/versions/', version)).json<{ id: number }>();
  bytes += 3 + 8;
  await expectOwn();
  setup.advance(60);
  await browser.patch(`/api/versions/${made.id}/`, { version_number: '2' });
  bytes -= 2;
  await expectOwn();
  setup.advance(60);
  await browser.delete(`/api/versions/${made.id}/`);
  bytes -= 1 + 8;
  await expectOwn();
  expect(await others()).toEqual(before);
});

const stored = () =>
  setup.db.selectFrom('projects').select(['id', 'last_updated', 'text_bytes']).orderBy('id');
