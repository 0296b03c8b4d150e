import { beforeEach, expect, test } from 'vitest';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { MAX_NAME_LENGTH } from '@vitrin/shared/contract/common.ts';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import { dayOf } from '@vitrin/shared/rules/time/days.ts';
import {
  createCustomer,
  createDelivery,
  createFreelancer,
  createProject,
  type Person,
} from '../../testing/factories.ts';
import { dataAddress, drawn } from '../../testing/pictures.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
let ada: Person;
beforeEach(async () => {
  ada = await createFreelancer(setup);
});

const duplicate = ({ browser }: Person, { id }: { id: number }, language = 'en') =>
  browser.post(`/api/projects/${id}/duplicate/`, {}, { 'accept-language': language });
const take = ({ browser }: Person, { id }: { id: number }, source: { id: number }) =>
  browser.post(`/api/projects/${id}/copy-milestones/`, { project: source.id });
const addMilestones = async ({ browser }: Person, { id }: { id: number }, ...names: string[]) => {
  for (const name of names)
    await browser.post('/api/milestones/', {
      project: id,
      name,
      completed: true,
      description: `<p>${name}</p>`,
    });
};
const namesOf = async (person: Person, { id }: { id: number }) =>
  (await read(person, id)).milestones.map(
    ({ order, name, completed }) => `${order} ${name} ${String(completed)}`,
  );
const read = async ({ browser }: Person, id: number) =>
  (await browser.get(`/api/projects/${id}/`)).json<Project>();

async function countPictures(): Promise<number> {
  return (await setup.db.selectFrom('pictures').select('id').execute()).length;
}

test('a copy has the texts and the milestones in their order, and none of the history', async () => {
  const { owner, project } = await createDelivery(setup);
  const picture = `<img src="${dataAddress(await drawn())}">`;
  await owner.browser.patch(`/api/projects/${project.id}/`, {
    name: 'Summer',
    description: `<p>Sun</p>${picture}`,
    status: 'on-hold',
  });
  for (const [name, completed] of [
    ['Sketch', true],
    ['Draft', true],
    ['Print', false],
  ] as const)
    await owner.browser.post('/api/milestones/', {
      project: project.id,
      name,
      completed,
      description: `<p>${name}</p>${picture}`,
    });
  const before = await countPictures();
  const answer = await duplicate(owner, project);
  expect(answer.statusCode).toBe(201);
  const copy = await read(owner, answer.json<{ id: number }>().id);
  expect(copy).toMatchObject({
    name: 'Summer (copy)',
    customer: null,
    customer_id: null,
    status: 'pending',
    progress: 0,
    versions: [],
    cover: null,
    seen: null,
  });
  expect(copy.description).toBe('<p>Sun</p>');
  const shown = copy.milestones.map(({ name, completed, order, description }) => [
    order,
    name,
    completed,
    description,
  ]);
  expect(shown).toEqual([
    [1, 'Sketch', false, '<p>Sketch</p>'],
    [2, 'Draft', false, '<p>Draft</p>'],
    [3, 'Print', false, '<p>Print</p>'],
  ]);
  expect(await countPictures()).toBe(before);
  const original = await read(owner, project.id);
  expect(original.milestones.filter(({ completed }) => completed)).toHaveLength(2);
  // The copy counts like any project: completing one of its milestones changes its progress.
  await owner.browser.patch(`/api/milestones/${copy.milestones[0]?.id}/`, { completed: true });
  expect((await read(owner, copy.id)).progress).toBe(33);
});

/** Columns of a project and its milestones that a copy keeps; a new column belongs to one of the two lists. */
const KEPT: Record<string, string[]> = {
  projects: ['owner_id', 'description', 'list_description', 'milestones_total', 'expected_on'],
  milestones: ['name', 'description', 'position', 'due_on'],
};
const ANEW: Record<string, string[]> = {
  projects: [
    'id',
    'customer_id',
    'name',
    'name_key',
    'status_override',
    'milestones_completed',
    'progress',
    'status',
    'text_bytes',
    'created_at',
    'last_updated',
    'shown_updated',
    'edited_at',
    'expected_since',
  ],
  milestones: ['id', 'project_id', 'completed', 'completed_at', 'text_bytes', 'created_at', 'edited_at'],
};

test('every column of a project and its milestones is kept by a copy or reset', async () => {
  const project = await createProject(setup, { owner: ada });
  await ada.browser.patch(`/api/projects/${project.id}/`, { description: '<p>Sun</p>' });
  await addMilestones(ada, project, 'Sketch', 'Print');
  const { id } = (await duplicate(ada, project)).json<{ id: number }>();
  const rowsOf = async (of: number) => ({
    projects: await setup.db.selectFrom('projects').selectAll().where('id', '=', of).execute(),
    milestones: await setup.db
      .selectFrom('milestones')
      .selectAll()
      .where('project_id', '=', of)
      .orderBy('position')
      .execute(),
  });
  const copied: Record<string, Record<string, unknown>[]> = await rowsOf(id);
  for (const [table, rows] of Object.entries(await rowsOf(project.id)))
    for (const [index, row] of rows.entries()) {
      expect([...(KEPT[table] ?? []), ...(ANEW[table] ?? [])].toSorted()).toEqual(
        Object.keys(row).toSorted(),
      );
      expect(copied[table]?.[index]).toMatchObject(
        Object.fromEntries(Object.entries(row).filter(([column]) => KEPT[table]?.includes(column))),
      );
    }
});

test('promised days of a copy are shifted by the days between the starts of the two projects', async () => {
  const project = await createProject(setup, { owner: ada });
  const { browser } = ada;
  await browser.patch(`/api/projects/${project.id}/`, { expected_on: '2027-02-27' });
  for (const due_on of ['2027-02-28', null])
    await browser.post('/api/milestones/', { project: project.id, name: 'Print', due_on });
  for (let days = 0; days < 30; days += 10) {
    setup.advance(10 * 24 * 3600);
    // Using a session prolongs it.
    await read(ada, project.id);
  }
  const copy = await read(ada, (await duplicate(ada, project)).json<{ id: number }>().id);
  expect([copy.expected_on, ...copy.milestones.map(({ due_on }) => due_on)]).toEqual([
    '2027-03-29',
    '2027-03-30',
    null,
  ]);
  setup.advance(24 * 3600);
  const { id } = (await browser.post('/api/projects/', { name: 'Next', customer_id: null })).json<Project>();
  await take(ada, { id }, copy);
  expect((await read(ada, id)).milestones[0]?.due_on).toBe('2027-03-31');
});

test('days of a copy are shifted by the freelancer’s calendar, and each has a reminder', async () => {
  await setup.db
    .updateTable('users')
    .set({ time_zone: 'Pacific/Kiritimati' })
    .where('id', '=', ada.id)
    .execute();
  // A day begins there at 10:00 UTC.
  const midnight = new Date(setup.context.now());
  midnight.setUTCHours(34, 0, 0, 0);
  setup.advance((midnight.getTime() - setup.context.now().getTime()) / 1000 - 60);
  const project = await createProject(setup, { owner: ada });
  const milestone = { project: project.id, name: 'Print', due_on: '2027-02-28' };
  await ada.browser.post('/api/milestones/', milestone);
  setup.advance(120);
  const copy = await read(ada, (await duplicate(ada, project)).json<{ id: number }>().id);
  expect(copy.milestones[0]?.due_on).toBe('2027-03-01');
  setup.advance(24 * 3600);
  await take(ada, await createProject(setup, { owner: ada }), copy);
  const reminders = await setup.db
    .selectFrom('notices')
    .select('subject_id')
    .where('kind', '=', 'due_tomorrow')
    .where('user_id', '=', ada.id)
    .orderBy('subject_id')
    .execute();
  expect(reminders.map(({ subject_id }) => dayOf(subject_id))).toEqual([
    '2027-02-28',
    '2027-03-01',
    '2027-03-02',
  ]);
});

test('a copy is named as one in the requested language, within the length of a name', async () => {
  const long = await createProject(setup, { owner: ada });
  await ada.browser.patch(`/api/projects/${long.id}/`, { name: '😀'.repeat(MAX_NAME_LENGTH / 2) });
  const { id } = (await duplicate(ada, long, 'tr')).json<{ id: number }>();
  const { name } = await read(ada, id);
  expect(name).toMatch(/^(😀)+ \(kopya\)$/u);
  expect(name.length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
  expect(name.length).toBeGreaterThan(MAX_NAME_LENGTH - 3);
});

test('only one of two simultaneous copies at the limit of the plan succeeds', async () => {
  const first = await createProject(setup, { owner: ada });
  await createProject(setup, { owner: ada });
  const answers = await Promise.all([duplicate(ada, first), duplicate(ada, first)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 403]);
  expect((await ada.browser.get('/api/projects/')).json<{ count: number }>().count).toBe(3);
  expect((await duplicate(ada, first)).statusCode).toBe(403);
});

test('no user copies a project of another', async () => {
  const client = await createCustomer(setup, { owner: ada });
  const project = await createProject(setup, { owner: ada, customer: client });
  expect((await duplicate(client, project)).statusCode).toBe(403);
  expect((await duplicate(await createFreelancer(setup), project)).statusCode).toBe(404);
  expect((await duplicate(await createCustomer(setup, { owner: ada }), project)).statusCode).toBe(404);
});

test('milestones of another project are added after the existing ones, none completed', async () => {
  const [source, target] = [
    await createProject(setup, { owner: ada }),
    await createProject(setup, { owner: ada }),
  ];
  await addMilestones(ada, source, 'Sketch', 'Print');
  await addMilestones(ada, target, 'Contract');
  const before = await read(ada, target.id);
  const answer = await take(ada, target, source);
  expect([answer.statusCode, answer.json()]).toEqual([201, { added: 2 }]);
  expect(await namesOf(ada, target)).toEqual(['1 Contract true', '2 Sketch false', '3 Print false']);
  const after = await read(ada, target.id);
  expect([before.progress, after.progress, after.status]).toEqual([100, 33, 'in-progress']);
  expect(after.milestones[1]?.description).toBe('<p>Sketch</p>');
  expect(await namesOf(ada, source)).toEqual(['1 Sketch true', '2 Print true']);
  // A project can be its own template, and one without milestones adds none.
  expect((await take(ada, source, source)).json()).toEqual({ added: 2 });
  const empty = await createProject(setup, { owner: ada });
  expect((await take(ada, target, empty)).json()).toEqual({ added: 0 });
});

test('milestones beyond the limit are not added at all', async () => {
  const [source, target] = [
    await createProject(setup, { owner: ada }),
    await createProject(setup, { owner: ada }),
  ];
  await addMilestones(ada, source, 'One', 'Two', 'Three');
  await setup.db
    .updateTable('projects')
    .set({ milestones_total: MAX_COUNTS.milestones - 2 })
    .where('id', '=', target.id)
    .execute();
  const refused = await take(ada, target, source);
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { detail: 'A project can hold 500 milestones, and these would be too many.' },
  ]);
  expect(await namesOf(ada, target)).toEqual([]);
});

test('two simultaneous requests add their milestones one after the other', async () => {
  const [source, target] = [
    await createProject(setup, { owner: ada }),
    await createProject(setup, { owner: ada }),
  ];
  await addMilestones(ada, source, 'One', 'Two');
  await Promise.all([take(ada, target, source), take(ada, target, source)]);
  expect(await namesOf(ada, target)).toEqual(['1 One false', '2 Two false', '3 One false', '4 Two false']);
});

test('milestones are taken from own projects only, and into them', async () => {
  const other = await createFreelancer(setup);
  const [mine, theirs] = [
    await createProject(setup, { owner: ada }),
    await createProject(setup, { owner: other }),
  ];
  await addMilestones(other, theirs, 'Secret');
  expect((await take(ada, mine, theirs)).statusCode).toBe(404);
  expect((await take(ada, theirs, mine)).statusCode).toBe(404);
  expect((await take(ada, mine, { id: 2 ** 31 - 1 })).statusCode).toBe(404);
  const client = await createCustomer(setup, { owner: ada });
  const shown = await createProject(setup, { owner: ada, customer: client });
  expect((await take(client, shown, shown)).statusCode).toBe(403);
  expect(await namesOf(ada, mine)).toEqual([]);
});
