import { beforeEach, expect, test } from 'vitest';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Person } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { writeEvents } from '../events/service.ts';

let ada: Person;
let client: Person;
let project: { id: number };
let version: { id: number };
let file: { id: number };

const setup = await sharedTestApp();
beforeEach(async () => {
  ({ owner: ada, customer: client, project, version } = await setup.createDelivery());
  file = await setup.createFile({ version });
});

const report = async (kind: string, { id }: { id: number }, { browser } = client) =>
  (await browser.post('/api/seen/', { kind, id })).statusCode;

async function recorded() {
  await writeEvents(setup.context);
  return setup.db
    .selectFrom('events')
    .select(['kind', 'user_id', 'project_id', 'version_id', 'file_id'])
    .where('owner_id', '=', ada.id)
    .orderBy('id')
    .execute();
}

test('a client reports a look, with the page it happened on', async () => {
  expect(await report('project_opened', project)).toBe(204);
  expect(await report('version_opened', version)).toBe(204);
  expect(await report('file_previewed', file)).toBe(204);
  const ids = { user_id: client.id, project_id: project.id };
  expect(await recorded()).toEqual([
    { ...ids, kind: 'project_opened', version_id: null, file_id: null },
    { ...ids, kind: 'version_opened', version_id: version.id, file_id: null },
    { ...ids, kind: 'file_previewed', version_id: version.id, file_id: file.id },
  ]);
});

test('the same look counts once in half an hour', async () => {
  for (const minutes of [0, 29, 1]) {
    setup.advance(minutes * 60);
    await report('file_previewed', file);
    await recorded();
  }
  expect(await recorded()).toHaveLength(2);
});

test("the freelancer's own looks are accepted and not counted", async () => {
  expect(await report('project_opened', project, ada)).toBe(204);
  expect(await recorded()).toEqual([]);
});

test.each(['project_opened', 'version_opened', 'file_previewed'])(
  'a look at a hidden item is not found, and not counted: %s',
  async (kind) => {
    const other = await setup.createCustomer({ owner: ada });
    const thing = { project_opened: project, version_opened: version, file_previewed: file }[kind];
    expect(await report(kind, thing ?? project, other)).toBe(404);
    expect(await report(kind, { id: 2_000_000_000 })).toBe(404);
    expect(await recorded()).toEqual([]);
  },
);

test('anything but a look is refused, however long', async () => {
  const statuses = [];
  for (const body of [
    { kind: 'file_downloaded', id: file.id },
    { kind: 'project_opened' },
    { kind: 'project_opened', id: '٣'.repeat(16_384) },
    { kind: 'x'.repeat(60_000), id: 1 },
    [],
  ])
    statuses.push((await client.browser.post('/api/seen/', body)).statusCode);
  expect(statuses).toEqual([400, 400, 400, 400, 400]);
  const headers = { 'x-csrftoken': 'x'.repeat(59) };
  const forged = await client.browser.post('/api/seen/', { kind: 'project_opened', id: project.id }, headers);
  expect(forged.statusCode).toBe(403);
  expect(await recorded()).toEqual([]);
});

test.each([
  ['by a client that reports looks itself', 'GET', { 'x-looks': 'reported' }, 0],
  ['ahead, by a browser', 'GET', { 'sec-purpose': 'prefetch;anonymous-client-ip' }, 0],
  ['ahead, to be rendered', 'GET', { 'sec-purpose': 'prerender' }, 0],
  ['ahead, by an old browser', 'GET', { purpose: 'prefetch' }, 0],
  ['for its headers', 'HEAD', {}, 0],
  ['by any other client', 'GET', {}, 1],
  ['with a mark that means nothing', 'GET', { 'x-looks': 'x'.repeat(4000) }, 1],
] as const)('a project that is loaded %s', async (_how, method, headers, looks) => {
  await client.browser.request({ method, url: `/api/projects/${project.id}/`, headers });
  expect(await recorded()).toHaveLength(looks);
});

test('a reported look begins a visit, and loading the page begins none', async () => {
  const previousVisit = async () => {
    const answer = await client.browser.get(`/api/projects/${project.id}/`, { 'x-looks': 'reported' });
    return answer.json<Project>().previous_visit;
  };
  await previousVisit();
  await report('project_opened', project);
  const first = setup.context.now().toISOString();
  await recorded();
  setup.advance(24 * 3600);
  expect(await previousVisit()).toBe(first);
  await recorded();
  setup.advance(24 * 3600);
  expect(await previousVisit()).toBe(first);
});
