import { expect, test } from 'vitest';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Person } from '../../testing/factories.ts';
import { peopleTests } from '../../testing/shared-test-app.ts';

const { setup, ada, client, eve } = await peopleTests();

const PROJECTS = '/api/projects/';
const addressOf = ({ id }: { id: number }) => `${PROJECTS}${id}/`;

test('a freelancer creates a project for a customer', async () => {
  const bob = await setup.createFreelancer({ username: 'bob' });
  const customer = await setup.createCustomer({ owner: bob, username: 'bobs-client' });
  const response = await bob.browser.post(PROJECTS, {
    name: '  Summer campaign ',
    description: '<p onclick="x()">Hi</p><script>alert(1)</script>',
    customer_id: customer.id,
  });
  expect(response.statusCode).toBe(201);
  const project = response.json<Project>();
  expect(project).toEqual({
    id: expect.any(Number),
    name: 'Summer campaign',
    description: '<p>Hi</p>',
    customer: 'bobs-client',
    customer_id: customer.id,
    freelancer: 'bob',
    status: 'pending',
    progress: 0,
    last_updated: '2026-11-20T10:00:00.000Z',
    created_at: '2026-11-20T10:00:00.000Z',
    edited_at: '2026-11-20T10:00:00.000Z',
    expected_on: null,
    next_due_on: null,
    previous_visit: null,
    news: null,
    seen: null,
    cover: null,
    milestones: [],
    versions: [],
  });
  expect((await customer.browser.get(addressOf(project))).json()).toEqual(project);
});

test('description and customer are optional', async () => {
  const bob = await setup.createFreelancer();
  for (const input of [
    { name: 'a' },
    { name: 'b', description: null, customer_id: null },
    { name: 'c', description: '<p> </p>' },
  ]) {
    const response = await bob.browser.post(PROJECTS, input);
    expect(response.json()).toMatchObject({ description: '', customer: null, customer_id: null });
  }
});

test.each([
  [{}, { name: ['This field is required.'] }],
  [{ name: '   ' }, { name: ['This field may not be blank.'] }],
  [{ name: 'x'.repeat(201) }, { name: ['Use at most 200 characters.'] }],
  [{ name: 7 }, { name: ['Enter a valid value.'] }],
  [{ name: 'x', customer_id: 'seven' }, { customer_id: ['Enter a valid value.'] }],
  [{ name: 'x', customer_id: 2 ** 40 }, { customer_id: ['Enter a valid value.'] }],
  [{ name: 'x', customer_id: 999_999 }, { customer_id: ['Choose one of your own clients.'] }],
  [{ name: 'x', description: 'y'.repeat(100_001) }, { description: ['Use at most 100000 characters.'] }],
])('refuses bad input with field errors', async (input, errors) => {
  const bob = await setup.createFreelancer();
  const response = await bob.browser.post(PROJECTS, input);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual(errors);
});

test("a project is never assigned to another freelancer's customer, nor to a freelancer", async () => {
  for (const stranger of [client, ada, eve]) {
    const response = await eve.browser.post(PROJECTS, { name: 'x', customer_id: stranger.id });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ customer_id: ['Choose one of your own clients.'] });
  }
});

test('blocks the fourth project on the Starter plan, in the language of the request', async () => {
  const bob = await setup.createFreelancer();
  for (const name of ['one', 'two', 'three'])
    expect((await bob.browser.post(PROJECTS, { name })).statusCode).toBe(201);
  const refused = await bob.browser.post(PROJECTS, { name: 'four' });
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toEqual({
    detail: 'You have reached the project limit of your plan. Upgrade to create more projects.',
  });
  const turkish = await bob.browser.post(PROJECTS, { name: 'four' }, { 'accept-language': 'tr' });
  expect(turkish.json<{ detail: string }>().detail).toContain('sınırına ulaştınız');

  const { results } = (await bob.browser.get(PROJECTS)).json<{ results: Project[] }>();
  await bob.browser.delete(addressOf(results[0] ?? { id: 0 }));
  expect((await bob.browser.post(PROJECTS, { name: 'four' })).statusCode).toBe(201);
});

test('exactly three of ten simultaneous creations on the Starter plan succeed', async () => {
  const bob = await setup.createFreelancer();
  const names = Array.from({ length: 10 }, (_, number) => `Project ${number}`);
  const responses = await Promise.all(names.map((name) => bob.browser.post(PROJECTS, { name })));
  const statuses = responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  expect(statuses).toEqual([201, 201, 201, ...Array.from({ length: 7 }, () => 403)]);
  expect((await bob.browser.get(`/api/users/${bob.id}/`)).json()).toMatchObject({ project_count: 3 });
});

test('a freelancer without a subscription creates nothing', async () => {
  const bob = await setup.createFreelancer();
  await setup.db.deleteFrom('subscriptions').where('user_id', '=', bob.id).execute();
  expect((await bob.browser.post(PROJECTS, { name: 'x' })).statusCode).toBe(403);
});

test('the detail nests milestones in order, versions oldest first, and files', async () => {
  const project = await setup.createProject({ owner: ada, customer: client });
  const first = await setup.createMilestone({ project, completed: true });
  const second = await setup.createMilestone({ project });
  const old = await setup.createVersion({ project, version_number: '1.0' });
  setup.advance(60);
  const young = await setup.createVersion({ project, version_number: '1.1' });
  const file = await setup.createFile({ version: old, name: 'logo.png', media_type: 'image/png' });

  const detail = (await client.browser.get(addressOf(project))).json<Project>();
  expect(detail).toMatchObject({ progress: 50, status: 'in-progress' });
  expect(detail.milestones.map(({ id, order }) => [id, order])).toEqual([
    [first.id, 1],
    [second.id, 2],
  ]);
  expect(detail.versions.map(({ id }) => id)).toEqual([old.id, young.id]);
  expect(detail.versions[0]?.files).toEqual([
    expect.objectContaining({
      id: file.id,
      name: 'logo.png',
      file: `/api/files/${file.id}/content/`,
      version: old.id,
      thumbnail: null,
      is_image: true,
      is_video: false,
      file_type: 'image/png',
    }),
  ]);
  type Listed = { results: object[] };
  const listOf = async (address: string) => (await client.browser.get(address)).json<Listed>().results;
  expect(detail.milestones).toEqual(await listOf(`/api/milestones/?project=${project.id}`));
  expect(detail.versions.map((version) => ({ ...version, files: [] }))).toEqual(
    (await listOf(`/api/versions/?project=${project.id}`)).map((version) => ({ ...version, files: [] })),
  );
  expect(detail.versions[0]?.files).toEqual(await listOf(`/api/files/?version=${old.id}`));
  const bare = (await client.browser.get(`${addressOf(project)}?files=none`)).json<Project>();
  expect(bare.versions.map(({ files }) => files)).toEqual([[], []]);
});

test('PUT and PATCH change the named fields and update both dates', async () => {
  const project = await setup.createProject({ owner: ada, customer: client, name: 'Old' });
  setup.advance(60);
  const now = setup.context.now().toISOString();
  const change = { name: 'New', description: '<p>x</p>', customer_id: null };
  const changed = await ada.browser.put(addressOf(project), change);
  expect(changed.json()).toMatchObject({
    name: 'New',
    description: '<p>x</p>',
    customer: null,
    last_updated: now,
    edited_at: now,
  });
  const patched = await ada.browser.patch(addressOf(project), { customer_id: client.id });
  expect(patched.json()).toMatchObject({ name: 'New', description: '<p>x</p>', customer: 'client' });
  const foreign = await ada.browser.patch(addressOf(project), { customer_id: eve.id });
  expect(foreign.statusCode).toBe(400);
});

test('a save without changes updates no date and conflicts with no other', async () => {
  const project = await setup.createProject({ owner: ada, customer: client, name: 'Same' });
  await ada.browser.patch(addressOf(project), { description: '<p>x</p>', status: 'on-hold' });
  const before = (await ada.browser.get(addressOf(project))).json<Project>();
  setup.advance(60);
  const { description, customer_id } = before;
  for (const input of [
    {},
    { name: '  Same ', description, customer_id },
    { description: '<p onclick="y()">x</p>' },
    { status: 'on-hold' },
    { status: 'completed' },
  ])
    for (const change of [ada.browser.put, ada.browser.patch]) {
      const saved = await change(addressOf(project), input);
      expect([saved.statusCode, saved.json()]).toEqual([200, before]);
    }
  const lifted = await ada.browser.patch(addressOf(project), { status: 'auto', edited_at: before.edited_at });
  expect(lifted.json()).toMatchObject({ status: 'pending', edited_at: setup.context.now().toISOString() });
  // An outdated form is refused whatever it sends.
  const late = await ada.browser.patch(addressOf(project), { edited_at: before.edited_at });
  expect(late.statusCode).toBe(409);
});

test('a project is put on hold, cancelled and lifted again; derived values are ignored', async () => {
  const project = await setup.createProject({ owner: ada });
  await setup.createMilestone({ project, completed: true });
  const statusAfter = async (status: string) =>
    (await ada.browser.patch(addressOf(project), { status })).json<Project>().status;
  expect(await statusAfter('on-hold')).toBe('on-hold');
  expect(await statusAfter('completed')).toBe('on-hold');
  expect(await statusAfter('cancelled')).toBe('cancelled');
  expect(await statusAfter('auto')).toBe('completed');
  expect(await statusAfter('pending')).toBe('completed');
  const unknown = await ada.browser.patch(addressOf(project), { status: 'nope' });
  expect([unknown.statusCode, unknown.json()]).toEqual([400, { status: [expect.any(String)] }]);
});

test('the later of two saves gets the change of the other', async () => {
  const project = await setup.createProject({ owner: ada, name: 'Old' });
  const { edited_at } = (await ada.browser.get(addressOf(project))).json<Project>();
  const first = await ada.browser.put(addressOf(project), { name: 'First', edited_at });
  expect(first.statusCode).toBe(200);
  const second = await ada.browser.put(addressOf(project), { name: 'Second', edited_at });
  expect(second.statusCode).toBe(409);
  expect(second.json()).toMatchObject({ detail: expect.any(String), current: { name: 'First' } });
  const { edited_at: newer } = first.json<Project>();
  expect((await ada.browser.put(addressOf(project), { name: 'Third', edited_at: newer })).statusCode).toBe(
    200,
  );
  expect((await ada.browser.put(addressOf(project), { name: 'Fourth' })).statusCode).toBe(200);
  expect((await ada.browser.put(addressOf(project), { name: 'x', edited_at: 'soon' })).statusCode).toBe(400);
});

test('deleting a project deletes all that is in it and has the bytes deleted', async () => {
  const project = await setup.createProject({ owner: ada, customer: client });
  const milestone = await setup.createMilestone({ project });
  const version = await setup.createVersion({ project });
  const { storage_key } = await setup.createFile({ version });
  await setup.context.storage.write(
    storage_key,
    (async function* bytes() {
      yield Buffer.from('x');
    })(),
  );

  expect((await ada.browser.delete(addressOf(project))).statusCode).toBe(204);
  expect((await ada.browser.get(addressOf(project))).statusCode).toBe(404);
  for (const table of ['milestones', 'versions'] as const) {
    const id = table === 'milestones' ? milestone.id : version.id;
    expect(await setup.db.selectFrom(table).select('id').where('id', '=', id).execute()).toEqual([]);
  }
  expect(await setup.context.storage.size(storage_key)).toBe(1);
  await setup.runJobs();
  expect(await setup.context.storage.size(storage_key)).toBeUndefined();
});

test('the customer may view a project and nothing else; others do not see it', async () => {
  const project = await setup.createProject({ owner: ada, customer: client });
  const other = await setup.createCustomer({ owner: ada });
  expect((await client.browser.get(addressOf(project))).statusCode).toBe(200);
  for (const [person, status] of [
    [client, 403],
    [other, 404],
    [eve, 404],
  ] as const) {
    expect((await person.browser.put(addressOf(project), { name: 'x' })).statusCode).toBe(status);
    expect((await person.browser.patch(addressOf(project), { name: 'x' })).statusCode).toBe(status);
    expect((await person.browser.delete(addressOf(project))).statusCode).toBe(status);
  }
  expect((await client.browser.post(PROJECTS, { name: 'x' })).statusCode).toBe(403);
});

test('the summary has the same numbers as the list', async () => {
  const bob = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner: bob });
  const summaryOf = async ({ browser }: Person) => {
    const summary = (await browser.get(`${PROJECTS}get_projects_summary/`)).json<Record<string, number>>();
    return [summary['total_projects'], summary['remaining_milestones'], summary['projects_progress']];
  };
  expect(await summaryOf(bob)).toEqual([0, 0, 0]);
  const half = await setup.createProject({ owner: bob, customer });
  await setup.createMilestone({ project: half, completed: true });
  await setup.createMilestone({ project: half });
  await setup.createProject({ owner: bob });
  expect(await summaryOf(bob)).toEqual([2, 1, 25]);
  expect(await summaryOf(customer)).toEqual([1, 1, 50]);
});
