import type { Page } from '@vitrin/shared/contract/common.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { expect, test } from 'vitest';
import type { Person } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp();
const at = (seconds = 0) => new Date(setup.context.now().getTime() + seconds * 1000).toISOString();

async function ids({ browser }: Person, list: string, since: string, more = ''): Promise<number[]> {
  const answer = await browser.get(`/api/${list}/?updated_since=${encodeURIComponent(since)}${more}`);
  const { count, results } = answer.json<Page<{ id: number }>>();
  expect(count).toBe(results.length);
  return results.map(({ id }) => id);
}

test('lists return the objects changed at a time or later', async () => {
  const ada = await setup.createFreelancer();
  const [first, second] = [
    await setup.createProject({ owner: ada }),
    await setup.createProject({ owner: ada }),
  ];
  const milestone = async (project: number, name: string) =>
    (await ada.browser.post('/api/milestones/', { project, name })).json<{ id: number }>().id;
  const version = async (project: number, more = {}) =>
    (await ada.browser.post('/api/versions/', { project, version_number: '1', ...more })).json<Version>().id;
  const old = { milestone: await milestone(first.id, 'Idea'), version: await version(first.id) };
  setup.advance(60);
  const since = at();
  expect(await ids(ada, 'projects', since)).toEqual([]);
  const fresh = { milestone: await milestone(second.id, 'Idea'), version: await version(second.id) };
  expect(await ids(ada, 'projects', since)).toEqual([second.id]);
  expect(await ids(ada, 'milestones', since)).toEqual([fresh.milestone]);
  expect(await ids(ada, 'versions', since)).toEqual([fresh.version]);
  expect(await ids(ada, 'versions', since, `&project=${first.id}`)).toEqual([]);
  expect(await ids(ada, 'milestones', since, `&project=${second.id}`)).toEqual([fresh.milestone]);
  setup.advance(60);
  const later = at();
  await ada.browser.patch(`/api/milestones/${old.milestone}/`, { completed: true });
  await ada.browser.patch(`/api/versions/${old.version}/`, { description: 'New' });
  expect(await ids(ada, 'projects', later)).toEqual([first.id]);
  expect(await ids(ada, 'milestones', later)).toEqual([old.milestone]);
  expect(await ids(ada, 'versions', later)).toEqual([old.version]);
  const inIstanbul = new Date(Date.parse(later) + 3 * 3600_000).toISOString().replace('Z', '+03:00');
  expect(await ids(ada, 'projects', inIstanbul)).toEqual([first.id]);
});

test('a scheduled version counts as changed at its time, for its client too', async () => {
  const { owner, customer, project } = await setup.createDelivery();
  const input = { project: project.id, version_number: '2', ready_at: at(3600) };
  const { id } = (await owner.browser.post('/api/versions/', input)).json<Version>();
  setup.advance(1800);
  const since = at();
  for (const person of [owner, customer]) expect(await ids(person, 'versions', since)).toEqual([]);
  setup.advance(1801);
  for (const person of [owner, customer]) expect(await ids(person, 'versions', since)).toEqual([id]);
});

test('a change in a draft changes the time of its own project only', async () => {
  const [ada, other] = [await setup.createFreelancer(), await setup.createFreelancer()];
  const project = await setup.createProject({ owner: ada });
  for (const owner of [ada, other]) await setup.createProject({ owner });
  const draft = await setup.createVersion({ project, ready_at: null });
  setup.advance(60);
  const since = at();
  await ada.browser.patch(`/api/versions/${draft.id}/`, { description: 'New' });
  expect(await ids(ada, 'projects', since)).toEqual([project.id]);
  expect(await ids(other, 'projects', since)).toEqual([]);
});

test('links to further pages keep it, and an invalid time is refused', async () => {
  const ada = await setup.createFreelancer();
  for (let count = 0; count < 2; count += 1) await setup.createProject({ owner: ada });
  const { next } = (await ada.browser.get(`/api/projects/?limit=1&updated_since=2026-01-01T00:00:00Z`)).json<
    Page<object>
  >();
  expect(next).toContain('updated_since=2026-01-01T00%3A00%3A00.000Z');
  for (const list of ['projects', 'milestones', 'versions'])
    for (const since of ['yesterday', '2026-01-01', '2026-01-01T00:00:00'])
      expect((await ada.browser.get(`/api/${list}/?updated_since=${since}`)).statusCode).toBe(400);
});
