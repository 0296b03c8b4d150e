import { beforeEach, expect, test } from 'vitest';
import type { Project, ProjectPage } from '@vitrin/shared/contract/projects.ts';
import type { Person } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { recordEvent, writeEvents } from '../events/service.ts';

const DAY = 24 * 3600;
/** Header of the web app: it reports looks itself, so its calls do not count as looks. */
const REPORTS_LOOKS = { 'x-looks': 'reported' };

let ada: Person;
let client: Person;
let project: { id: number };

const setup = await sharedTestApp();
beforeEach(async () => {
  ada = await setup.createFreelancer();
  client = await setup.createCustomer({ owner: ada });
  project = await setup.createProject({ owner: ada, customer: client });
});

const now = () => setup.context.now().toISOString();
const touch = () =>
  setup.db.updateTable('projects').set({ last_updated: now() }).where('id', '=', project.id).execute();

async function look(kind: 'project_opened' | 'file_previewed' = 'project_opened'): Promise<string> {
  recordEvent(setup.context, client, { kind, owner_id: ada.id, project_id: project.id });
  await writeEvents(setup.context);
  return now();
}

/** Answers to the customer, the same in detail, without files and in the list. */
async function shown(
  person = client,
  headers: Record<string, string> = REPORTS_LOOKS,
): Promise<Pick<Project, 'previous_visit' | 'news'>> {
  const answers = await Promise.all(
    ['?files=none', ''].map(async (query) =>
      (await person.browser.get(`/api/projects/${project.id}/${query}`, headers)).json<Project>(),
    ),
  );
  const list = (await person.browser.get('/api/projects/', headers)).json<ProjectPage>().results;
  const [first, ...others] = [...answers, ...list].map(({ previous_visit, news }) => ({
    previous_visit,
    news,
  }));
  for (const other of others) expect(other).toEqual(first);
  return first ?? { previous_visit: null, news: null };
}

test('a first visit marks nothing, however often the page is loaded', async () => {
  await setup.createVersion({ project });
  expect(await shown()).toEqual({ previous_visit: null, news: null });
  await look();
  expect(await shown()).toEqual({ previous_visit: null, news: null });
  setup.advance(29 * 60);
  expect(await shown()).toEqual({ previous_visit: null, news: null });
});

test('versions and files since the previous visit are new, before and after the look is recorded', async () => {
  const version = await setup.createVersion({ project });
  const first = await look();
  setup.advance(DAY);
  await setup.createFile({ version });
  const next = await setup.createVersion({ project });
  await setup.createFile({ version: next });
  await setup.createFile({ version: next });
  await touch();
  setup.advance(DAY);
  const news = { previous_visit: first, news: { versions: 1, files: 3 } };
  expect(await shown()).toEqual(news);
  await look();
  expect(await shown()).toEqual(news);
  setup.advance(20 * 60);
  await look('file_previewed');
  setup.advance(20 * 60);
  expect(await shown()).toEqual(news);
});

test('the next visit begins half an hour after the last look, and then nothing is new', async () => {
  await look();
  setup.advance(DAY);
  const second = await look();
  setup.advance(30 * 60);
  expect(await shown()).toEqual({ previous_visit: second, news: { versions: 0, files: 0 } });
});

test('a version added during a visit is new at the next one, unless the page was opened after it', async () => {
  await look();
  setup.advance(600);
  await setup.createVersion({ project });
  await touch();
  setup.advance(600);
  await look('file_previewed');
  setup.advance(DAY);
  expect((await shown()).news).toEqual({ versions: 1, files: 0 });
  await look();
  setup.advance(DAY);
  expect((await shown()).news).toEqual({ versions: 0, files: 0 });
});

test('fetching a file by its address is no visit', async () => {
  await look('file_previewed');
  expect((await shown()).previous_visit).toBeNull();
  const first = await look();
  setup.advance(DAY);
  await look('file_previewed');
  setup.advance(600);
  expect((await shown()).previous_visit).toBe(first);
});

test('looks of several visits in one batch are told apart', async () => {
  const first = now();
  recordEvent(setup.context, client, { kind: 'project_opened', owner_id: ada.id, project_id: project.id });
  setup.advance(DAY);
  await look();
  expect((await shown()).previous_visit).toBe(first);
});

test('a freelancer has no visits, and each customer has own ones', async () => {
  await look();
  setup.advance(DAY);
  expect(await shown(ada)).toEqual({ previous_visit: null, news: null });
  const other = await setup.createCustomer({ owner: ada });
  await setup.db
    .updateTable('projects')
    .set({ customer_id: other.id })
    .where('id', '=', project.id)
    .execute();
  expect(await shown(other)).toEqual({ previous_visit: null, news: null });
});

test('a person of the client has own visits, and a view as the client shows those of the client', async () => {
  const person = await setup.createClientPerson(client);
  const first = await look();
  setup.advance(DAY);
  const seenByClient = { previous_visit: first, news: { versions: 0, files: 0 } };
  expect(await shown()).toEqual(seenByClient);
  expect(await shown(ada, { ...REPORTS_LOOKS, 'x-view-as': 'client' })).toEqual(seenByClient);
  expect(await shown(person)).toEqual({ previous_visit: null, news: null });
});

test('visits are deleted with their project and with their user', async () => {
  const left = async () => (await setup.db.selectFrom('visits').selectAll().execute()).length;
  const before = await left();
  await look();
  expect(await left()).toBe(before + 1);
  await ada.browser.delete(`/api/projects/${project.id}/`);
  expect(await left()).toBe(before);
  project = await setup.createProject({ owner: ada, customer: client });
  await look();
  await setup.db.updateTable('projects').set({ customer_id: null }).where('id', '=', project.id).execute();
  expect((await ada.browser.delete(`/api/users/${client.id}/`)).statusCode).toBe(204);
  expect(await left()).toBe(before);
});

/** The last look at the newest version, as the project shows it to a person. */
const seen = async (person = ada, { id } = project) =>
  (await person.browser.get(`/api/projects/${id}/`, REPORTS_LOOKS)).json<Project>().seen;

test('the freelancer sees which customer looked at the newest version last', async () => {
  expect(await seen()).toBeNull();
  const version = await setup.createVersion({ project });
  expect(await seen()).toBeNull();
  const thing = { owner_id: ada.id, project_id: project.id, version_id: version.id };
  recordEvent(setup.context, client, { ...thing, kind: 'version_opened' });
  setup.advance(3600);
  recordEvent(setup.context, client, { ...thing, kind: 'zip_downloaded' });
  await writeEvents(setup.context);
  expect(await seen()).toEqual({ username: client.username, at: now() });
  expect(await seen(client)).toBeNull();
  setup.advance(60);
  await setup.createVersion({ project });
  expect(await seen()).toBeNull();
});

test('the last look is one at the newest version of the same project, whatever is newer elsewhere', async () => {
  const { id: version_id } = await setup.createVersion({ project });
  const thing = { owner_id: ada.id, project_id: project.id, version_id };
  recordEvent(setup.context, client, { ...thing, kind: 'version_opened' });
  await writeEvents(setup.context);
  const at = now();
  setup.advance(60);
  const other = await setup.createDelivery();
  expect(await seen()).toEqual({ username: client.username, at });
  expect(await seen(other.owner, other.project)).toBeNull();
});
