import { expect, test } from 'vitest';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { TEXT_PAGE_BYTES } from '../../database/pages.ts';
import type { Person } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp();
const ada = await setup.createFreelancer();

const SAVES = 6;

test.each([
  ['projects', 'name', async () => setup.createProject({ owner: ada })],
  [
    'milestones',
    'name',
    async () => setup.createMilestone({ project: await setup.createProject({ owner: ada }) }),
  ],
  [
    'versions',
    'version_number',
    async () => setup.createVersion({ project: await setup.createProject({ owner: ada }) }),
  ],
] as const)(
  'exactly one of several simultaneous saves of %s from one state succeeds',
  async (noun, line, make) => {
    const { id } = await make();
    const address = `/api/${noun}/${id}/`;
    const { edited_at } = (await ada.browser.patch(address, {})).json<{ edited_at: string }>();
    const saves = Array.from({ length: SAVES }, (_, at) =>
      ada.browser.patch(address, { [line]: `Save ${at}`, edited_at }),
    );
    const answers = await Promise.all(saves);
    const winner = answers.find(({ statusCode }) => statusCode === 200)?.json<Record<string, string>>();
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: SAVES - 1 }, () => 409),
    ]);
    // All but the winner are shown the saved object.
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409))
      expect(answer.json()).toMatchObject({
        current: { [line]: winner?.[line], edited_at: winner?.edited_at },
      });
  },
);

test('simultaneous ticks are all counted', async () => {
  const project = await setup.createProject({ owner: ada });
  const milestones = [];
  for (let at = 0; at < 8; at += 1) milestones.push(await setup.createMilestone({ project }));
  await Promise.all(
    milestones.map(({ id }) => ada.browser.patch(`/api/milestones/${id}/`, { completed: true })),
  );
  const done = (await ada.browser.get(`/api/projects/${project.id}/`)).json<Project>();
  expect([done.progress, done.status]).toEqual([100, 'completed']);
});

test('a customer deleted while a project is made for them is kept, or the project is refused', async () => {
  const bob = await setup.createFreelancer();
  for (let round = 0; round < 3; round += 1) {
    const invited = (await bob.browser.post('/api/users/', { username: `round-${round}-${bob.id}` })).json<{
      id: number;
    }>();
    const [made, deleted] = await Promise.all([
      bob.browser.post('/api/projects/', { name: 'x', customer_id: invited.id }),
      bob.browser.delete(`/api/users/${invited.id}/`),
    ]);
    expect([
      [201, 409],
      [400, 204],
    ]).toContainEqual([made.statusCode, deleted.statusCode]);
  }
});

test('a reassigned project is gone for the former customer and visible to the new one, at once', async () => {
  const [before, after] = [
    await setup.createCustomer({ owner: ada }),
    await setup.createCustomer({ owner: ada }),
  ];
  const project = await setup.createProject({ owner: ada, customer: before });
  const milestone = await setup.createMilestone({ project });
  const version = await setup.createVersion({ project });
  const file = await setup.createFile({ version });
  const seenBy = async ({ browser }: Person) => {
    const statuses = [];
    for (const address of [
      `projects/${project.id}/`,
      `milestones/?project=${project.id}`,
      `versions/?project=${project.id}`,
      `files/?version=${version.id}`,
    ])
      statuses.push((await browser.get(`/api/${address}`)).statusCode);
    const totals = [];
    for (const list of ['projects', 'milestones', 'versions'])
      totals.push((await browser.get(`/api/${list}/`)).json<{ count: number }>().count);
    const summary = (await browser.get('/api/projects/get_projects_summary/')).json<{
      total_projects: number;
    }>();
    return { statuses, totals, projects: summary.total_projects };
  };
  const everything = { statuses: [200, 200, 200, 200], totals: [1, 1, 1], projects: 1 };
  const nothing = { statuses: [404, 404, 404, 404], totals: [0, 0, 0], projects: 0 };
  expect([await seenBy(before), await seenBy(after)]).toEqual([everything, nothing]);

  await ada.browser.put(`/api/projects/${project.id}/`, { customer_id: after.id });
  expect([await seenBy(before), await seenBy(after)]).toEqual([nothing, everything]);
  for (const write of [`projects/${project.id}/`, `milestones/${milestone.id}/`, `versions/${version.id}/`]) {
    expect((await before.browser.patch(`/api/${write}`, {})).statusCode).toBe(404);
    expect((await after.browser.patch(`/api/${write}`, {})).statusCode).toBe(403);
  }
  expect((await before.browser.delete(`/api/files/${file.id}/`)).statusCode).toBe(404);

  await ada.browser.put(`/api/projects/${project.id}/`, { customer_id: null });
  expect([await seenBy(before), await seenBy(after)]).toEqual([nothing, nothing]);
});

test('a long project deleted while it is read page by page is returned whole or not found', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await setup.createProject({ owner: ada });
    const long = { text_bytes: TEXT_PAGE_BYTES + 1 };
    await setup.db.updateTable('projects').set(long).where('id', '=', id).execute();
    const address = `/api/projects/${id}/`;
    const [read, deleted] = await Promise.all([ada.browser.get(address), ada.browser.delete(address)]);
    expect(read.statusCode).toBeOneOf([200, 404]);
    expect(deleted.statusCode).toBe(204);
  }
});
