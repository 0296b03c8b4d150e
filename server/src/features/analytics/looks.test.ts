import { beforeEach, expect, test } from 'vitest';
import type { Look, LookPage, Unopened } from '@vitrin/shared/contract/figures/looks.ts';
import type { Person } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { recordEvent, writeEvents } from '../events/service.ts';

let ada: Person;
let client: Person;
let project: { id: number };
let version: { id: number };

const setup = await sharedTestApp();
beforeEach(async () => {
  ({ owner: ada, customer: client, project, version } = await setup.createDelivery());
});

const lately = async () => (await ada.browser.get('/api/analytics/lately/')).json<Look[]>();
const page = async (query = '') => (await ada.browser.get(`/api/analytics/looks/${query}`)).json<LookPage>();

function record(kind: Look['kind'], thing: { version_id?: number; file_id?: number } = {}): void {
  recordEvent(setup.context, client, { kind, owner_id: ada.id, project_id: project.id, ...thing });
  setup.advance(1);
}

test('looks are listed newest first, with names', async () => {
  const file = await setup.createFile({ version });
  record('project_opened');
  setup.advance(3600);
  const at = setup.context.now().toISOString();
  record('file_downloaded', { version_id: version.id, file_id: file.id });
  await writeEvents(setup.context);
  const looks = await lately();
  expect(looks.map(({ kind }) => kind)).toEqual(['file_downloaded', 'project_opened']);
  expect(looks[0]).toMatchObject({
    username: client.username,
    at,
    project: { id: project.id },
    version: { id: version.id },
    file: { id: file.id },
  });
  expect(looks[1]).toMatchObject({ version: null, file: null });
  expect((await page()).results).toEqual(looks);
});

test('the latest looks list a page opened on its newest version once', async () => {
  record('project_opened');
  record('version_opened', { version_id: version.id });
  await writeEvents(setup.context);
  expect((await lately()).map(({ kind }) => kind)).toEqual(['version_opened']);
  expect((await page()).count).toBe(2);
});

test('files of a version that one person fetches within an hour are one row with their number', async () => {
  const files = [];
  for (let number = 0; number < 16; number += 1) files.push(await setup.createFile({ version }));
  const begin = setup.context.now().toISOString();
  for (const { id } of files) record('file_downloaded', { version_id: version.id, file_id: id });
  // A file fetched again later stays one file; a viewed file is another row.
  setup.advance(1800);
  record('file_downloaded', { version_id: version.id, file_id: files[3]?.id ?? 0 });
  record('file_previewed', { version_id: version.id, file_id: files[0]?.id ?? 0 });
  await writeEvents(setup.context);
  expect(await lately()).toMatchObject([
    { kind: 'file_previewed', files: 1, file: { id: files[0]?.id } },
    { kind: 'file_downloaded', files: 16, version: { id: version.id } },
  ]);
  expect((await page()).count).toBe(18);

  // Another version, another client and another hour count separately.
  const second = await setup.createVersion({ project });
  const other = await setup.createFile({ version: second });
  record('file_downloaded', { version_id: second.id, file_id: other.id });
  setup.advance(3600);
  record('file_downloaded', { version_id: version.id, file_id: files[1]?.id ?? 0 });
  record('file_downloaded', { version_id: version.id, file_id: files[2]?.id ?? 0 });
  await writeEvents(setup.context);
  const rows = await lately();
  expect(rows.map(({ kind, files: count, version: of }) => [kind, count, of?.id])).toEqual([
    ['file_downloaded', 2, version.id],
    ['file_downloaded', 1, second.id],
    ['file_previewed', 1, version.id],
    ['file_downloaded', 16, version.id],
  ]);
  expect(rows.at(-1)?.at.localeCompare(begin)).toBe(1);
});

test('two people who look at the same time, and one who looks at two projects, have rows of their own', async () => {
  const person = await setup.createClientPerson(client);
  const second = await setup.createProject({ owner: ada, customer: client });
  const newest = await setup.createVersion({ project: second });
  const files = [await setup.createFile({ version }), await setup.createFile({ version })];
  const by = (user: Person, kind: Look['kind'], thing = {}) =>
    recordEvent(setup.context, user, { kind, owner_id: ada.id, project_id: project.id, ...thing });
  const ofVersion = { version_id: version.id };
  for (const [index, user] of [client, person].entries())
    by(user, 'file_downloaded', { ...ofVersion, file_id: files[index]?.id });
  by(client, 'project_opened');
  by(person, 'version_opened', ofVersion);
  by(client, 'version_opened', { version_id: newest.id, project_id: second.id });
  await writeEvents(setup.context);
  const rows = (await lately()).map(({ kind, username, files: count }) =>
    kind === 'file_downloaded' ? `${username} ${kind} ${count}` : `${username} ${kind}`,
  );
  expect(rows.toSorted()).toEqual(
    [
      `${client.username} file_downloaded 1`,
      `${client.username} project_opened`,
      `${client.username} version_opened`,
      `${person.username} file_downloaded 1`,
      `${person.username} version_opened`,
    ].toSorted(),
  );
});

test('files beyond those read for the newest looks are counted all the same', async () => {
  const files = [];
  for (let number = 0; number < 520; number += 1) files.push((await setup.createFile({ version })).id);
  const at = setup.context.now().toISOString();
  const rows = files.map((file_id) => ({
    kind: 'file_downloaded' as const,
    user_id: client.id,
    owner_id: ada.id,
    project_id: project.id,
    version_id: version.id,
    file_id,
    created_at: at,
  }));
  for (const part of [rows.slice(0, 260), rows.slice(260)])
    await setup.db.insertInto('events').values(part).execute();
  expect((await lately()).map((look) => look.files)).toEqual([520]);
});

test('versions that clients can see but have not opened are listed, the oldest first', async () => {
  const unopened = async () => (await ada.browser.get('/api/analytics/unopened/')).json<Unopened>();
  expect(await unopened()).toEqual([]);
  await setup.createFile({ version });
  const [waiting, ...others] = await unopened();
  expect(others).toEqual([]);
  expect(waiting).toMatchObject({
    project: { id: project.id },
    version: { id: version.id },
    client: client.username,
  });
  // Clients cannot open a draft.
  const next = await setup.createProject({ owner: ada, customer: client });
  const later = { version: await setup.createVersion({ project: next }) };
  await setup.createFile({ version: later.version });
  expect((await unopened()).map(({ version: { id } }) => id)).toEqual([version.id, later.version.id]);
  await setup.db.updateTable('versions').set({ ready_at: null }).where('id', '=', later.version.id).execute();
  expect((await unopened()).map(({ version: { id } }) => id)).toEqual([version.id]);
  record('version_opened', { version_id: version.id });
  await writeEvents(setup.context);
  expect(await unopened()).toEqual([]);
  const eve = await setup.createFreelancer();
  expect((await eve.browser.get('/api/analytics/unopened/')).json()).toEqual([]);
});

test('the latest looks are eight, pages have the requested size, and no more than a thousand are listed', async () => {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 1, 0, 0, second)).toISOString();
  const rows = Array.from({ length: 1001 }, (_, index) => ({
    kind: 'project_opened' as const,
    user_id: client.id,
    owner_id: ada.id,
    project_id: project.id,
    created_at: at(index * 60),
  }));
  for (const part of [rows.slice(0, 500), rows.slice(500)])
    await setup.db.insertInto('events').values(part).execute();
  expect((await lately()).map((look) => look.at)).toEqual(
    Array.from({ length: 8 }, (_, index) => at((1000 - index) * 60)),
  );
  const first = await page('?limit=100');
  expect(first).toMatchObject({
    count: 1000,
    previous: null,
    next: '/api/analytics/looks/?limit=100&page=2',
  });
  const last = await page('?limit=100&page=10');
  expect([last.results.length, last.next, last.results.at(-1)?.at]).toEqual([100, null, at(60)]);
  for (const query of ['?page=101', '?page=0', `?page=${'9'.repeat(1000)}`])
    expect((await ada.browser.get(`/api/analytics/looks/${query}`)).statusCode).toBe(404);
});

test('no user sees looks at the projects of others', async () => {
  record('project_opened');
  await writeEvents(setup.context);
  const eve = await setup.createFreelancer();
  expect((await eve.browser.get('/api/analytics/lately/')).json()).toEqual([]);
  expect((await eve.browser.get('/api/analytics/looks/')).json()).toMatchObject({ count: 0, results: [] });
  for (const path of ['lately', 'looks'])
    expect((await client.browser.get(`/api/analytics/${path}/`)).statusCode).toBe(403);
});
