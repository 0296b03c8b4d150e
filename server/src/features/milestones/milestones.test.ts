import { expect, test } from 'vitest';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { createCustomer, createFreelancer, createMilestone, createProject } from '../../testing/factories.ts';
import { peopleTests } from '../../testing/shared-test-app.ts';

const { setup, ada, client, eve } = await peopleTests();

const MILESTONES = '/api/milestones/';
const addressOf = ({ id }: { id: number }) => `${MILESTONES}${id}/`;

async function projectWith(...names: string[]) {
  const project = await createProject(setup, { owner: ada, customer: client });
  const milestones = [];
  for (const name of names) milestones.push(await createMilestone(setup, { project, name }));
  return { project, milestones };
}

async function orderIn(project: { id: number }): Promise<string[]> {
  const response = await client.browser.get(`${MILESTONES}?project=${project.id}`);
  const { results } = response.json<{ results: Milestone[] }>();
  expect(results.map(({ order }) => order)).toEqual(results.map((_, index) => index + 1));
  return results.map(({ name }) => name);
}

async function detailOf(project: { id: number }): Promise<Project> {
  return (await ada.browser.get(`/api/projects/${project.id}/`)).json<Project>();
}

test('a milestone without an order goes to the end', async () => {
  const { project } = await projectWith('a', 'b');
  const response = await ada.browser.post(MILESTONES, {
    name: 'c',
    description: '<p>x<script>1</script></p>',
    project: project.id,
  });
  expect(response.statusCode).toBe(201);
  expect(response.json()).toEqual({
    id: expect.any(Number),
    name: 'c',
    description: '<p>x</p>',
    completed: false,
    order: 3,
    project: project.id,
    due_on: null,
    edited_at: setup.context.now().toISOString(),
  });
});

test.each([
  [1, ['new', 'a', 'b', 'c']],
  [2, ['a', 'new', 'b', 'c']],
  [4, ['a', 'b', 'c', 'new']],
  [99, ['a', 'b', 'c', 'new']],
])('a milestone created at order %i makes room', async (order, names) => {
  const { project } = await projectWith('a', 'b', 'c');
  await ada.browser.post(MILESTONES, { name: 'new', project: project.id, order });
  expect(await orderIn(project)).toEqual(names);
});

test.each([
  [0, 3, ['b', 'c', 'a', 'd']],
  [3, 1, ['d', 'a', 'b', 'c']],
  [1, 2, ['a', 'b', 'c', 'd']],
  [0, 99, ['b', 'c', 'd', 'a']],
])('moving milestone %i to order %i shifts the others', async (index, order, names) => {
  const { project, milestones } = await projectWith('a', 'b', 'c', 'd');
  const moved = await ada.browser.patch(addressOf(milestones[index] ?? { id: 0 }), { order });
  expect(moved.statusCode).toBe(200);
  expect(moved.json<Milestone>().order).toBe(Math.min(order, 4));
  expect(await orderIn(project)).toEqual(names);
});

test('deleting a milestone closes the gap', async () => {
  const { project, milestones } = await projectWith('a', 'b', 'c');
  expect((await ada.browser.delete(addressOf(milestones[1] ?? { id: 0 }))).statusCode).toBe(204);
  expect(await orderIn(project)).toEqual(['a', 'c']);
});

test('completing milestones moves progress and status of the project', async () => {
  const { project, milestones } = await projectWith('a', 'b', 'c');
  expect(await detailOf(project)).toMatchObject({ progress: 0, status: 'pending' });
  for (const [index, progress, status] of [
    [0, 33, 'in-progress'],
    [1, 67, 'in-progress'],
    [2, 100, 'completed'],
  ] as const) {
    await ada.browser.patch(addressOf(milestones[index] ?? { id: 0 }), { completed: true });
    expect(await detailOf(project)).toMatchObject({ progress, status });
  }
  await ada.browser.post(MILESTONES, { name: 'd', project: project.id, completed: true });
  expect(await detailOf(project)).toMatchObject({ progress: 100, status: 'completed' });
  await ada.browser.patch(addressOf(milestones[0] ?? { id: 0 }), { completed: false });
  expect(await detailOf(project)).toMatchObject({ progress: 75, status: 'in-progress' });
  await ada.browser.delete(addressOf(milestones[0] ?? { id: 0 }));
  expect(await detailOf(project)).toMatchObject({ progress: 100, status: 'completed' });
});

test('every change to a milestone touches its project, but is no edit of the project', async () => {
  const { project, milestones } = await projectWith('a', 'b');
  const { edited_at } = await detailOf(project);
  const [a = { id: 0 }, b = { id: 0 }] = milestones;
  for (const change of [
    () => ada.browser.post(MILESTONES, { name: 'c', project: project.id }),
    () => ada.browser.patch(addressOf(a), { completed: true }),
    () => ada.browser.patch(addressOf(a), { order: 2 }),
    () => ada.browser.delete(addressOf(b)),
  ]) {
    setup.advance(60);
    expect((await change()).statusCode).toBeLessThan(300);
    expect(await detailOf(project)).toMatchObject({
      last_updated: setup.context.now().toISOString(),
      edited_at,
    });
  }
});

test('an unchanged save changes no date', async () => {
  const { project, milestones } = await projectWith('a', 'b');
  const [a = { id: 0 }] = milestones;
  await ada.browser.patch(addressOf(a), { completed: true });
  const before = await detailOf(project);
  setup.advance(60);
  for (const input of [{}, { name: 'a' }, { completed: true, description: '' }, { order: 1 }])
    for (const change of [ada.browser.put, ada.browser.patch]) {
      const saved = await change(addressOf(a), input);
      expect([saved.statusCode, saved.json()]).toEqual([200, before.milestones[0]]);
    }
  expect(await detailOf(project)).toEqual(before);
});

test('the later of two saves gets the change of the other; a move in between is no edit', async () => {
  const { milestones } = await projectWith('a', 'b');
  const [a = { id: 0 }, b = { id: 0 }] = milestones;
  const { edited_at } = (await ada.browser.patch(addressOf(a), { name: 'A' })).json<Milestone>();
  await ada.browser.patch(addressOf(b), { order: 1 });
  await ada.browser.patch(addressOf(a), { order: 1 });
  const first = await ada.browser.patch(addressOf(a), { name: 'First', edited_at });
  expect(first.statusCode).toBe(200);
  const second = await ada.browser.patch(addressOf(a), { name: 'Second', edited_at });
  expect(second.statusCode).toBe(409);
  expect(second.json()).toEqual({
    detail: 'Someone changed this in the meantime.',
    current: first.json<Milestone>(),
  });
});

test('the list without a project holds all that the user may see', async () => {
  const bob = await createFreelancer(setup);
  await createMilestone(setup, { project: await createProject(setup, { owner: bob }), name: 'x' });
  await createMilestone(setup, { project: await createProject(setup, { owner: bob }), name: 'y' });
  const page = (await bob.browser.get(MILESTONES)).json<{ count: number; results: Milestone[] }>();
  expect(page).toMatchObject({ count: 2, next: null, previous: null });
  expect(page.results.map(({ name }) => name)).toEqual(['x', 'y']);
});

test.each([
  [{}, ['name', 'project']],
  [{ name: '', project: 1 }, ['name']],
  [{ name: 'x', project: 0 }, ['project']],
  [{ name: 'x', project: '1; drop table projects' }, ['project']],
  [{ name: 'x', project: 1, order: 0 }, ['order']],
  [{ name: 'x', project: 1, order: 1.5 }, ['order']],
  [{ name: 'x', project: 1, completed: 'yes' }, ['completed']],
  [{ name: ['x'], project: 1, description: {} }, ['name', 'description']],
  [null, ['non_field_errors']],
  [[], ['non_field_errors']],
])('refuses bad input %j', async (input, fields) => {
  const response = await ada.browser.request({
    method: 'POST',
    url: MILESTONES,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(input),
  });
  expect(response.statusCode).toBe(400);
  expect(Object.keys(response.json<object>()).toSorted()).toEqual(fields.toSorted());
});

test('a customer sees milestones and cannot change one; others do not see them', async () => {
  const { project, milestones } = await projectWith('a');
  const [milestone = { id: 0 }] = milestones;
  for (const [person, status] of [
    [client, 403],
    [eve, 404],
    [await createCustomer(setup, { owner: ada }), 404],
  ] as const) {
    const { browser } = person;
    expect((await browser.post(MILESTONES, { name: 'x', project: project.id })).statusCode).toBe(status);
    expect((await browser.patch(addressOf(milestone), { completed: true })).statusCode).toBe(status);
    expect((await browser.delete(addressOf(milestone))).statusCode).toBe(status);
  }
  expect((await eve.browser.get(`${MILESTONES}?project=${project.id}`)).statusCode).toBe(404);
  expect((await ada.browser.get(`${MILESTONES}?project=x`)).statusCode).toBe(400);
  expect((await ada.browser.patch(`${MILESTONES}99999999999/`, {})).statusCode).toBe(404);
});

test('twenty creations at once stay in a dense order', async () => {
  const { project } = await projectWith();
  const names = Array.from({ length: 20 }, (_, number) => `m${number}`);
  await Promise.all(
    names.map((name) => ada.browser.post(MILESTONES, { name, project: project.id, order: 1 })),
  );
  expect((await orderIn(project)).toSorted()).toEqual(names.toSorted());
});

test('a milestone that is added, moved or deleted affects no other project, nor its date', async () => {
  const { project, milestones } = await projectWith('a', 'b', 'c');
  const { project: other } = await projectWith('x', 'y', 'z');
  const { last_updated } = await detailOf(other);
  setup.advance(60);
  const [first] = milestones;
  if (!first) throw new Error('No milestone');
  expect((await ada.browser.patch(addressOf(first), { order: 3 })).statusCode).toBe(200);
  await ada.browser.post(MILESTONES, { name: 'd', description: '', project: project.id, order: 2 });
  expect(await orderIn(project)).toEqual(['b', 'd', 'c', 'a']);
  expect((await ada.browser.delete(addressOf(first))).statusCode).toBe(204);
  expect(await orderIn(other)).toEqual(['x', 'y', 'z']);
  expect((await detailOf(other)).last_updated).toBe(last_updated);
});

test('a milestone remembers when it was completed, until it is reopened', async () => {
  const { owner, project } = await setup.createDelivery();
  const completedAt = async () =>
    (
      await setup.db
        .selectFrom('milestones')
        .select(['name', 'completed_at'])
        .where('project_id', '=', project.id)
        .orderBy('id')
        .execute()
    ).map(({ completed_at }) => completed_at);
  const create = async (completed: boolean) =>
    (await owner.browser.post('/api/milestones/', { project: project.id, name: 'Proof', completed })).json<{
      id: number;
    }>();
  const begun = setup.context.now().toISOString();
  const { id } = await create(false);
  await create(true);
  expect((await completedAt()).slice(-2)).toEqual([null, begun]);
  setup.advance(60);
  await owner.browser.patch(`/api/milestones/${id}/`, { completed: true });
  const done = setup.context.now().toISOString();
  setup.advance(60);
  await owner.browser.patch(`/api/milestones/${id}/`, { completed: true, name: 'Proofs' });
  expect((await completedAt()).at(-2)).toBe(done);
  await owner.browser.patch(`/api/milestones/${id}/`, { completed: false });
  expect((await completedAt()).at(-2)).toBeNull();
});
