import { beforeEach, expect, test } from 'vitest';
import type { EventKind } from '../../database/tables/events.ts';
import type { Person } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { recordEvent, writeEvents } from './service.ts';

let ada: Person;
let client: Person;
let project: { id: number };

const setup = await sharedTestApp();
beforeEach(async () => {
  ada = await setup.createFreelancer();
  client = await setup.createCustomer({ owner: ada });
  project = await setup.createProject({ owner: ada, customer: client });
});

const look = (person: Person) => person.browser.get(`/api/projects/${project.id}/`);

async function recorded(): Promise<EventKind[]> {
  await writeEvents(setup.context);
  const rows = await setup.db
    .selectFrom('events')
    .select('kind')
    .where('owner_id', '=', ada.id)
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
}

async function sums() {
  await writeEvents(setup.context);
  return setup.db
    .selectFrom('event_days')
    .select(['day', 'kind', 'amount'])
    .where('owner_id', '=', ada.id)
    .orderBy('day')
    .execute();
}

test("a customer's look at a project counts once in half an hour, the freelancer's own never", async () => {
  await look(ada);
  await look(client);
  await look(client);
  expect(await recorded()).toEqual(['project_opened']);
  setup.advance(29 * 60);
  await look(client);
  expect(await recorded()).toHaveLength(1);
  setup.advance(60);
  await look(client);
  expect(await recorded()).toHaveLength(2);
});

test('a refused look does not count', async () => {
  await look(await setup.createCustomer({ owner: ada }));
  expect(await recorded()).toEqual([]);
});

test('different users, kinds and things each count', async () => {
  const version = await setup.createVersion({ project });
  const files = [await setup.createFile({ version }), await setup.createFile({ version })];
  const thing = { owner_id: ada.id, project_id: project.id, version_id: version.id };
  for (const { id } of files) {
    recordEvent(setup.context, client, { ...thing, kind: 'file_previewed', file_id: id });
    recordEvent(setup.context, client, { ...thing, kind: 'file_downloaded', file_id: id });
    recordEvent(setup.context, client, { ...thing, kind: 'file_downloaded', file_id: id });
  }
  recordEvent(setup.context, client, { ...thing, kind: 'zip_downloaded' });
  expect((await recorded()).toSorted()).toEqual([
    'file_downloaded',
    'file_downloaded',
    'file_previewed',
    'file_previewed',
    'zip_downloaded',
  ]);
});

test('events of objects deleted before the batch is written are left out, the rest is kept', async () => {
  const gone = await setup.createProject({ owner: ada, customer: client });
  await client.browser.get(`/api/projects/${gone.id}/`);
  await look(client);
  await ada.browser.delete(`/api/projects/${gone.id}/`);
  expect(await recorded()).toEqual(['project_opened']);
});

test('so are events of a deleted version or by a deleted person', async () => {
  const version = await setup.createVersion({ project });
  const former = await setup.createCustomer({ owner: ada });
  const ids = { owner_id: ada.id, project_id: project.id };
  recordEvent(setup.context, client, { kind: 'version_opened', ...ids, version_id: version.id });
  recordEvent(setup.context, former, { kind: 'project_opened', ...ids });
  await look(client);
  await ada.browser.delete(`/api/versions/${version.id}/`);
  await setup.db.deleteFrom('users').where('id', '=', former.id).execute();
  expect(await recorded()).toEqual(['project_opened']);
});

test('sums of days are kept and outlive the project', async () => {
  const day = () => setup.context.now().toISOString().slice(0, 10);
  const first = day();
  await look(client);
  expect(await sums()).toEqual([{ day: first, kind: 'project_opened', amount: 1 }]);
  setup.advance(24 * 3600);
  await look(client);
  setup.advance(3600);
  await look(client);
  await writeEvents(setup.context);
  await ada.browser.delete(`/api/projects/${project.id}/`);
  const total = (await sums()).reduce((sum, { amount }) => sum + amount, 0);
  expect(total).toBe(3);
  expect(await recorded()).toEqual([]);
});

test('events are written within about a second, and when the server stops', async () => {
  const other = await createTestApp();
  const owner = await other.createFreelancer();
  const customer = await other.createCustomer({ owner });
  const seen = await other.createProject({ owner, customer });
  const count = async () => (await other.db.selectFrom('events').select('id').execute()).length;
  await customer.browser.get(`/api/projects/${seen.id}/`);
  await expect.poll(count, { timeout: 10_000 }).toBe(1);

  other.advance(3600);
  await customer.browser.get(`/api/projects/${seen.id}/`);
  await other.app.close();
  expect(await count()).toBe(2);
  await other.close();
});
