import { beforeEach, expect, test } from 'vitest';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { Project, ProjectPage } from '@vitrin/shared/contract/projects.ts';
import { createCustomer, createFreelancer, createProject, type Person } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
let ada: Person;
let client: Person;
beforeEach(async () => {
  ada = await createFreelancer(setup);
  client = await createCustomer(setup, { owner: ada });
});

const newProject = () => createProject(setup, { owner: ada, customer: client });
const read = async ({ browser }: Person, { id }: { id: number }) =>
  (await browser.get(`/api/projects/${id}/`)).json<Project>();
const change = (person: Person, { id }: { id: number }, input: object) =>
  person.browser.patch(`/api/projects/${id}/`, input);
const addMilestone = async ({ id }: { id: number }, input: object = {}) =>
  (await ada.browser.post('/api/milestones/', { project: id, name: 'Print', ...input })).json<Milestone>();
const saveMilestone = (person: Person, { id }: { id: number }, input: object) =>
  person.browser.patch(`/api/milestones/${id}/`, input);
const listed = async (person: Person, query: string) =>
  (await person.browser.get(`/api/projects/?${query}`)).json<ProjectPage>().results.map(({ id }) => id);

test('a milestone takes a day, keeps it, changes it and clears it, and its client sees it', async () => {
  const project = await newProject();
  const milestone = await addMilestone(project, { due_on: '2028-02-29' });
  expect(milestone.due_on).toBe('2028-02-29');
  expect((await read(client, project)).milestones[0]?.due_on).toBe('2028-02-29');
  const renamed = (await saveMilestone(ada, milestone, { name: 'Proof' })).json<Milestone>();
  expect(renamed.due_on).toBe('2028-02-29');
  const moved = (await saveMilestone(ada, milestone, { due_on: '2028-03-01' })).json<Milestone>();
  expect(moved.due_on).toBe('2028-03-01');
  // An unchanged save is no edit.
  const same = (await saveMilestone(ada, milestone, { due_on: '2028-03-01' })).json<Milestone>();
  expect(same.edited_at).toBe(moved.edited_at);
  const outdated = { due_on: null, edited_at: renamed.edited_at };
  expect((await saveMilestone(ada, milestone, outdated)).statusCode).toBe(409);
  expect((await saveMilestone(ada, milestone, { due_on: null })).json<Milestone>().due_on).toBeNull();
});

test('a project shows when its next version is expected until one has arrived', async () => {
  const project = await newProject();
  const { edited_at } = await read(ada, project);
  setup.advance(1);
  const set = (await change(ada, project, { expected_on: '2026-12-04' })).json<Project>();
  expect([set.expected_on, set.next_due_on]).toEqual(['2026-12-04', '2026-12-04']);
  expect(set.edited_at > edited_at).toBe(true);
  expect((await change(ada, project, { expected_on: null, edited_at })).statusCode).toBe(409);
  setup.advance(1);
  const draft = await ada.browser.post('/api/versions/', {
    project: project.id,
    version_number: '1.0',
    ready_at: null,
  });
  for (const person of [ada, client]) expect((await read(person, project)).expected_on).toBe('2026-12-04');
  setup.advance(1);
  await ada.browser.patch(`/api/versions/${draft.json<{ id: number }>().id}/`, { ready_at: 'now' });
  for (const person of [ada, client]) expect((await read(person, project)).expected_on).toBeNull();
  // The same day is a new promise, for the version after that one.
  setup.advance(1);
  const again = (await change(ada, project, { expected_on: '2026-12-04' })).json<Project>();
  expect(again.expected_on).toBe('2026-12-04');
});

test('a scheduled version keeps the promise at its own time', async () => {
  const project = await newProject();
  const now = setup.context.now().getTime();
  await change(ada, project, { expected_on: '2026-12-04' });
  await ada.browser.post('/api/versions/', {
    project: project.id,
    version_number: '1.0',
    ready_at: new Date(now + 60_000).toISOString(),
  });
  expect((await read(client, project)).expected_on).toBe('2026-12-04');
  setup.advance(61);
  expect((await read(client, project)).expected_on).toBeNull();
  expect((await client.browser.get('/api/projects/')).json<ProjectPage>().results[0]).toMatchObject({
    expected_on: null,
    next_due_on: null,
  });
});

test.each([
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '26-12-04',
  '2026-12-04T00:00:00Z',
  '1969-12-31',
  '3000-01-01',
  '',
  20_261_204,
  'x'.repeat(100_000),
])('%s is not a valid day', async (day) => {
  const project = await newProject();
  const milestone = await addMilestone(project);
  const answers = [
    [
      await ada.browser.post('/api/milestones/', { project: project.id, name: 'Print', due_on: day }),
      'due_on',
    ],
    [await saveMilestone(ada, milestone, { due_on: day }), 'due_on'],
    [await ada.browser.post('/api/projects/', { name: 'x', expected_on: day }), 'expected_on'],
    [await change(ada, project, { expected_on: day }), 'expected_on'],
  ] as const;
  for (const [answer, field] of answers) {
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json<object>())).toEqual([field]);
    if (typeof day === 'string')
      expect(answer.json()).toEqual({ [field]: ['Enter a day such as 2026-11-20.'] });
  }
});

test('only the freelancer of a project sets its days', async () => {
  const project = await newProject();
  const milestone = await addMilestone(project);
  const stranger = await createFreelancer(setup);
  for (const [person, status] of [
    [client, 403],
    [stranger, 404],
  ] as const) {
    expect((await change(person, project, { expected_on: '2026-12-04' })).statusCode).toBe(status);
    expect((await saveMilestone(person, milestone, { due_on: '2026-12-04' })).statusCode).toBe(status);
  }
  expect((await read(ada, project)).next_due_on).toBeNull();
});

test('projects are sorted and filtered by the first promised and undelivered day', async () => {
  const [late, soon, none, done] = [
    await newProject(),
    await newProject(),
    await newProject(),
    await newProject(),
  ];
  await addMilestone(late, { due_on: '2026-11-19' });
  await addMilestone(late, { due_on: '2026-12-30' });
  await change(ada, soon, { expected_on: '2026-12-04' });
  await addMilestone(soon, { due_on: '2027-01-01' });
  await addMilestone(done, { due_on: '2026-11-01', completed: true });
  for (const person of [ada, client]) {
    expect((await listed(person, 'ordering=next_due_on')).slice(0, 2)).toEqual([late.id, soon.id]);
    expect((await listed(person, 'ordering=-next_due_on')).slice(0, 2)).toEqual([soon.id, late.id]);
    expect(new Set((await listed(person, 'ordering=-next_due_on')).slice(2))).toEqual(
      new Set([none.id, done.id]),
    );
    expect(await listed(person, 'due_to=2026-11-20')).toEqual([late.id]);
    expect(await listed(person, 'due_from=2026-12-01&due_to=2026-12-05')).toEqual([soon.id]);
    expect(await listed(person, 'due_from=2026-12-05&due_to=2026-12-31')).toEqual([late.id]);
    expect(await listed(person, 'due_from=2027-01-01&search=nothing')).toEqual([]);
  }
  expect((await ada.browser.get('/api/projects/?due_to=tomorrow')).statusCode).toBe(400);
  expect((await read(ada, late)).next_due_on).toBe('2026-11-19');
});

test('nothing is due in a cancelled project until it is resumed', async () => {
  const project = await newProject();
  await addMilestone(project, { due_on: '2026-11-19' });
  await change(ada, project, { expected_on: '2026-12-04' });
  for (const [status, day, found] of [
    ['cancelled', null, []],
    ['auto', '2026-11-19', [project.id]],
  ] as const) {
    await change(ada, project, { status });
    for (const person of [ada, client]) {
      expect((await read(person, project)).next_due_on).toBe(day);
      for (const query of ['due_to=2026-11-20', 'due_from=2026-12-01&due_to=2026-12-05'])
        expect(await listed(person, query)).toEqual(found);
    }
  }
});

test('the next page of a list keeps the days that it is filtered by', async () => {
  for (let count = 0; count < 2; count += 1) await addMilestone(await newProject(), { due_on: '2026-12-04' });
  const { next } = (
    await ada.browser.get('/api/projects/?limit=1&due_from=2026-12-01&due_to=2026-12-31&ordering=next_due_on')
  ).json<ProjectPage>();
  expect(next).toContain('due_from=2026-12-01&due_to=2026-12-31');
});
