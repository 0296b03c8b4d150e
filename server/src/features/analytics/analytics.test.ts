import { expect, test } from 'vitest';
import type { Analytics } from '@vitrin/shared/contract/figures/analytics.ts';
import type { Person } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { recordEvent, writeEvents } from '../events/service.ts';

const MB = 1024 ** 2;
const DAY = 24 * 3600;

const setup = await sharedTestApp();

async function analyticsOf(person: Person, query = ''): Promise<Analytics> {
  const response = await person.browser.get(`/api/analytics/${query}`);
  expect(response.statusCode).toBe(200);
  return response.json<Analytics>();
}

test('a new freelancer has zeros everywhere', async () => {
  const analytics = await analyticsOf(await setup.createFreelancer());
  expect(analytics).toMatchObject({
    days: 30,
    projects_progress: 0,
    storage: { used_bytes: 0, limit_bytes: 512 * MB, limit_reached_on: null, by_project: [], other_bytes: 0 },
  });
  expect(analytics.projects_by_status).toHaveLength(5);
  expect(analytics.activity).toHaveLength(30);
  expect(analytics.activity.at(-1)).toEqual({ day: '2026-11-20', views: 0, previews: 0, downloads: 0 });
});

test('projects are counted by status and progress', async () => {
  const ada = await setup.createFreelancer();
  for (const [completed, open] of [
    [0, 0],
    [1, 2],
    [1, 0],
  ] as const) {
    const project = await setup.createProject({ owner: ada });
    for (let done = 0; done < completed; done += 1) await setup.createMilestone({ project, completed: true });
    for (let left = 0; left < open; left += 1) await setup.createMilestone({ project });
  }
  await setup.createProject();
  const analytics = await analyticsOf(ada);
  expect(analytics.projects_by_status).toEqual([
    { status: 'pending', count: 1 },
    { status: 'in-progress', count: 1 },
    { status: 'completed', count: 1 },
    { status: 'on-hold', count: 0 },
    { status: 'cancelled', count: 0 },
  ]);
  expect(analytics.projects_progress).toBe(44);
  expect(analytics.progress_ranges.map(({ count }) => count)).toEqual([1, 0, 1, 0, 0, 1]);
});

test('storage is shown by project, with the day the limit is reached', async () => {
  const ada = await setup.createFreelancer();
  const projects = [];
  for (let number = 0; number < 22; number += 1) {
    const project = await setup.createProject({ owner: ada });
    const version = await setup.createVersion({ project });
    await setup.createFile({ version, size_bytes: (number + 1) * MB });
    projects.push(project);
  }
  const total = (22 * 23) / 2;
  const { storage } = await analyticsOf(ada);
  expect(storage).toMatchObject({ used_bytes: total * MB, recent_bytes: total * MB, other_bytes: 3 * MB });
  expect(storage.by_project).toHaveLength(20);
  expect(storage.by_project[0]).toMatchObject({ id: projects.at(-1)?.id, bytes: 22 * MB, files: 1 });
  // 259 MB are left, and 253 MB came in 30 days.
  expect(storage.limit_reached_on).toBe('2026-12-21');
});

test('without uploads in the last 30 days there is no day for the limit', async () => {
  const ada = await setup.createFreelancer();
  const version = await setup.createVersion({ project: await setup.createProject({ owner: ada }) });
  const { id } = await setup.createFile({ version, size_bytes: MB });
  const before = new Date(setup.context.now().getTime() - 31 * DAY * 1000).toISOString();
  await setup.db.updateTable('files').set({ created_at: before }).where('id', '=', id).execute();
  const { storage } = await analyticsOf(ada);
  expect(storage).toMatchObject({ used_bytes: MB, recent_bytes: 0, limit_reached_on: null });
});

test("customers' looks and downloads are counted by day, not the freelancer's own", async () => {
  const { owner: ada, customer: client, project, version } = await setup.createDelivery();
  const [first, second] = [await setup.createFile({ version }), await setup.createFile({ version })];
  const thing = { owner_id: ada.id, project_id: project.id, version_id: version.id };
  for (const person of [ada, client]) {
    recordEvent(setup.context, person, { ...thing, kind: 'project_opened' });
    recordEvent(setup.context, person, { ...thing, kind: 'version_opened' });
    recordEvent(setup.context, person, { ...thing, kind: 'file_previewed', file_id: first.id });
    recordEvent(setup.context, person, { ...thing, kind: 'file_downloaded', file_id: first.id });
    recordEvent(setup.context, person, { ...thing, kind: 'file_downloaded', file_id: second.id });
    recordEvent(setup.context, person, { ...thing, kind: 'zip_downloaded' });
  }
  await writeEvents(setup.context);
  setup.advance(2 * DAY);
  await client.browser.get(`/api/projects/${project.id}/`);
  await writeEvents(setup.context);

  const { activity } = await analyticsOf(ada, '?days=7');
  expect(activity).toHaveLength(7);
  expect(activity.slice(-3).map(({ views, previews, downloads }) => [views, previews, downloads])).toEqual([
    [1, 1, 3],
    [0, 0, 0],
    [1, 0, 0],
  ]);
});

test('the sums of the period before stand beside those of the range', async () => {
  const ada = await setup.createFreelancer();
  const dayBefore = (days: number) =>
    new Date(setup.context.now().getTime() - days * DAY * 1000).toISOString().slice(0, 10);
  // The first day of the range, the last and the first of the one before, and the day before both.
  const rows = [6, 7, 13, 14].map((days) => ({
    owner_id: ada.id,
    hour: `${dayBefore(days)}T10`,
    amount: days,
  }));
  for (const kind of ['project_opened', 'zip_downloaded'] as const)
    await setup.db
      .insertInto('event_hours')
      .values(rows.map((row) => ({ ...row, kind })))
      .execute();
  const { activity, activity_before } = await analyticsOf(ada, '?days=7');
  expect(activity.map(({ views }) => views)).toEqual([6, 0, 0, 0, 0, 0, 0]);
  expect(activity_before).toEqual({ views: 20, previews: 0, downloads: 20 });
});

test.each([
  ['UTC', [0, 3, 4, 0]],
  ['Europe/Istanbul', [0, 1, 6, 0]],
  ['America/Los_Angeles', [1, 6, 0, 0]],
  // Midnight is at 18:15 in UTC: an hour belongs to the day that most of it is in.
  ['Asia/Kathmandu', [0, 1, 6, 0]],
])('days are those of the time zone of the reader: %s', async (zone, expected) => {
  const ada = await setup.createFreelancer();
  await setup.db.updateTable('users').set({ time_zone: zone }).where('id', '=', ada.id).execute();
  const now = setup.context.now();
  const day = (before: number) => new Date(now.getTime() - before * DAY * 1000).toISOString().slice(0, 10);
  const at = (hour: string, amount: number) => ({ owner_id: ada.id, hour, amount });
  await setup.db
    .insertInto('event_hours')
    .values(
      [at(`${day(2)}T05`, 1), at(`${day(2)}T21`, 2), at(`${day(1)}T00`, 3), at(`${day(1)}T07`, 1)].map(
        (row) => ({ ...row, kind: 'project_opened' as const }),
      ),
    )
    .execute();
  const { activity } = await analyticsOf(ada, '?days=7');
  const byDay = new Map(activity.map(({ day: name, views }) => [name, views]));
  expect([3, 2, 1, 0].map((before) => byDay.get(day(before)))).toEqual(expected);
});

test('the limit and the days are those of the requesting freelancer', async () => {
  const [ada, eve] = [await setup.createFreelancer(), await setup.createFreelancer()];
  await setup.db.updateTable('users').set({ extra_storage_gb: 1 }).where('id', '=', eve.id).execute();
  const client = await setup.createCustomer({ owner: eve });
  const project = await setup.createProject({ owner: eve, customer: client });
  await client.browser.get(`/api/projects/${project.id}/`);
  await writeEvents(setup.context);
  const numbersOf = async (person: Person) => {
    const { storage, activity } = await analyticsOf(person);
    return [storage.limit_bytes, activity.reduce((sum, { views }) => sum + views, 0)];
  };
  expect(await numbersOf(ada)).toEqual([512 * MB, 0]);
  expect(await numbersOf(eve)).toEqual([1536 * MB, 1]);
});

test('analytics are for freelancers and for known ranges', async () => {
  const ada = await setup.createFreelancer();
  const client = await setup.createCustomer({ owner: ada });
  expect((await client.browser.get('/api/analytics/')).statusCode).toBe(403);
  expect((await ada.browser.get('/api/analytics/?days=90')).json<Analytics>().activity).toHaveLength(90);
  for (const days of ['8', 'x', '-7']) {
    const response = await ada.browser.get(`/api/analytics/?days=${days}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ days: ['Enter a valid value.'] });
  }
});
