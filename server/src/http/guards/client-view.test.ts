import { beforeEach, expect, test } from 'vitest';
import type { OwnFace } from '@vitrin/shared/contract/faces.ts';
import type { Project, ProjectPage } from '@vitrin/shared/contract/projects.ts';
import { writeDeliveries } from '../../features/deliveries/service.ts';
import { recordEvent, writeEvents } from '../../features/events/service.ts';
import { createWorld, type World } from '../../testing/access-matrix/access-world.ts';
import type { Browser } from '../../testing/browser.ts';
import { formBody } from '../../testing/forms.ts';
import { drawn, postPicture } from '../../testing/pictures.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { removeEverybody, tracesOf } from '../../testing/traces.ts';

const AS_CLIENT = { 'x-view-as': 'client' };
const DAY = 24 * 3600;

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
let world: World;
beforeEach(async () => {
  await removeEverybody(setup);
  world = await createWorld(setup);
});

async function traces() {
  await writeEvents(setup.context);
  await writeDeliveries(setup.context);
  return tracesOf(setup);
}

/** An answer without the parts that always differ: the time, the request and the order of its headers. */
async function answerOf(browser: Browser, method: 'GET' | 'HEAD', url: string, headers = {}) {
  const { statusCode, headers: answered, rawPayload } = await browser.request({ method, url, headers });
  const { date: _date, 'x-request-id': _id, ...kept } = answered;
  return { statusCode, headers: kept, body: rawPayload };
}

/** The client has visited before, and something is new since. */
async function visitAndGoOn({ owner, customer, project }: World): Promise<void> {
  const look = { kind: 'project_opened', owner_id: owner.id, project_id: project.id } as const;
  recordEvent(setup.context, customer, look);
  await writeEvents(setup.context);
  setup.advance(2 * DAY);
  await owner.browser.post('/api/versions/', { project: project.id, version_number: '2' });
  // A session is prolonged once an hour, by any answer; the owner's was prolonged just now.
  await customer.browser.get(`/api/users/${customer.id}/`);
}

/** Adds a picture to the project's description; resolves to its address. */
async function putPicture({ owner, project }: World): Promise<string> {
  const { id, picture } = await postPicture(owner);
  await owner.browser.patch(`/api/projects/${project.id}/`, { description: `<p><img src="${picture}"></p>` });
  return `/api/pictures/${id}/`;
}

test('a freelancer gets the answers that the client gets, byte for byte, with the same headers', async () => {
  const { owner, customer, project, version, file } = world;
  const posted = await owner.browser.request({
    method: 'POST',
    url: '/api/face/logo/',
    ...formBody(['logo', await drawn(), 'x.png']),
  });
  const picture = await putPicture(world);
  await visitAndGoOn(world);
  for (const url of [
    '/api/projects/',
    '/api/projects/?search=p&ordering=-last_updated',
    '/api/projects/get_projects_summary/',
    `/api/projects/${project.id}/`,
    `/api/projects/${project.id}/?files=none`,
    '/api/milestones/',
    `/api/milestones/?project=${project.id}`,
    '/api/versions/',
    `/api/versions/?project=${project.id}`,
    '/api/files/',
    `/api/files/?version=${version.id}`,
    `/api/files/${file.id}/content/`,
    `/api/files/${file.id}/content/?download=1`,
    `/api/files/${file.id}/thumbnail/`,
    `/api/files/${file.id}/thumbnail/?size=large`,
    `/api/files/${file.id}/preview/`,
    `/api/versions/${version.id}/zip/`,
    `/api/projects/${project.id}/offline/`,
    posted.json<OwnFace>().logo?.address ?? '',
    picture,
    '/api/projects/999999/',
    '/api/files/999999/content/',
  ])
    for (const method of ['GET', 'HEAD'] as const) {
      const seen = await answerOf(customer.browser, method, url, { 'x-looks': 'reported' });
      const shown = await answerOf(owner.browser, method, url, AS_CLIENT);
      expect(shown, `${method} ${url}`).toEqual(seen);
    }
});

test('new items are marked as for the client, and viewers are not shown', async () => {
  const { owner, project } = world;
  await visitAndGoOn(world);
  const url = `/api/projects/${project.id}/`;
  const shown = (await owner.browser.get(url, AS_CLIENT)).json<Project>();
  expect(shown).toMatchObject({ news: { versions: 1, files: 0 }, seen: null });
  expect(shown.previous_visit).not.toBeNull();
  const [listed] = (await owner.browser.get('/api/projects/', AS_CLIENT)).json<ProjectPage>().results;
  expect(listed).toMatchObject({ news: { versions: 1, files: 0 }, previous_visit: shown.previous_visit });
  expect((await owner.browser.get(url)).json()).toMatchObject({ news: null, previous_visit: null });
});

test('a tag of one view does not hold for the other where they differ', async () => {
  const { owner, project } = world;
  await visitAndGoOn(world);
  const url = `/api/projects/${project.id}/`;
  const own = await owner.browser.get(url);
  const again = await owner.browser.get(url, { ...AS_CLIENT, 'if-none-match': String(own.headers.etag) });
  expect(again.statusCode).toBe(200);
  expect([own.headers.vary, again.headers.vary]).toEqual(['x-view-as', 'x-view-as']);
  const held = { ...AS_CLIENT, 'if-none-match': String(again.headers.etag) };
  expect((await owner.browser.get(url, held)).statusCode).toBe(304);
});

test('a project without a client is shown as its client will see it', async () => {
  const { owner } = world;
  const project = await setup.createProject({ owner });
  await setup.createVersion({ project });
  const shown = await owner.browser.get(`/api/projects/${project.id}/`, AS_CLIENT);
  expect(shown.json()).toMatchObject({
    id: project.id,
    customer: null,
    seen: null,
    news: null,
    previous_visit: null,
    versions: [{ files: [] }],
  });
});

test('no freelancer sees the project of another, with or without the header', async () => {
  const { browsers, project, file, version } = world;
  for (const url of [
    `/api/projects/${project.id}/`,
    `/api/milestones/?project=${project.id}`,
    `/api/files/?version=${version.id}`,
    `/api/files/${file.id}/content/`,
    `/api/versions/${version.id}/zip/`,
    `/api/projects/${project.id}/offline/`,
  ]) {
    const statuses = [];
    for (const asker of ['guest', 'other customer', 'other freelancer'] as const)
      statuses.push((await browsers[asker].get(url, AS_CLIENT)).statusCode);
    expect(statuses, url).toEqual([401, 404, 404]);
  }
  expect((await browsers['other freelancer'].get('/api/projects/', AS_CLIENT)).json()).toMatchObject({
    count: 0,
  });
});

test('the own record is that of a client without a name, and no other is shown', async () => {
  const { owner, customer, otherCustomer } = world;
  await owner.browser.patch('/api/face/', { display_name: 'Ada Studio' });
  const { body } = await owner.browser.get(`/api/users/${owner.id}/`, AS_CLIENT);
  expect(JSON.parse(body)).toEqual({
    id: owner.id,
    username: '',
    display_name: null,
    user_type: 'customer',
    email: null,
    isFreelancer: false,
    subscription: null,
    extra_storage_gb: 0,
    used_storage: 0,
    project_count: 1,
    erasure: null,
    client: null,
    face: expect.objectContaining({ name: 'Ada Studio' }) as unknown,
    view: 'client',
  });
  for (const { id } of [customer, otherCustomer])
    expect((await owner.browser.get(`/api/users/${id}/`, AS_CLIENT)).statusCode).toBe(404);
  expect((await owner.browser.get(`/api/users/${owner.id}/`)).json()).not.toHaveProperty('view');
});

test('a picture that is not yet in a text is not shown', async () => {
  const { id } = await postPicture(world.owner);
  const url = `/api/pictures/${id}/`;
  expect((await world.owner.browser.get(url)).statusCode).toBe(200);
  expect((await world.owner.browser.get(url, AS_CLIENT)).statusCode).toBe(404);
});

test('viewing and downloading as the client leaves no trace, and no session of the client', async () => {
  const { owner, project, version, file } = world;
  const before = await traces();
  for (const url of [
    `/api/projects/${project.id}/`,
    `/api/files/${file.id}/content/?download=1`,
    `/api/versions/${version.id}/zip/`,
    `/api/projects/${project.id}/offline/`,
  ]) {
    const { statusCode, headers } = await owner.browser.get(url, AS_CLIENT);
    expect([statusCode, headers['set-cookie']]).toEqual([200, undefined]);
  }
  expect(await traces()).toEqual(before);
});

test("a customer's header changes nothing, so it hides no look and no download", async () => {
  const { customer, project, file } = world;
  const url = `/api/projects/${project.id}/`;
  const plain = await answerOf(customer.browser, 'GET', url);
  expect(await answerOf(customer.browser, 'GET', url, AS_CLIENT)).toEqual(plain);
  await customer.browser.get(`/api/files/${file.id}/content/?download=1`, AS_CLIENT);
  const { events, deliveries } = await traces();
  expect(events?.filter((event) => event.includes('file_downloaded'))).toHaveLength(1);
  expect(events?.filter((event) => event.includes('project_opened')).length).toBeGreaterThan(0);
  expect(deliveries).toHaveLength(1);
  expect((await customer.browser.get('/api/security_events/', AS_CLIENT)).statusCode).toBe(200);
});

test.each([
  ['owner', { name: 'Another' }],
  ['own customer', { name: 'Another' }],
  ['guest', '{ not even JSON'],
] as const)(
  'a write is refused with a code of its own before anything is read: %s',
  async (asker, payload) => {
    const headers = { ...AS_CLIENT, 'x-csrftoken': 'wrong', 'content-type': 'application/json' };
    const url = `/api/projects/${world.project.id}/`;
    const answer = await world.browsers[asker].request({ method: 'PATCH', url, headers, payload });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toEqual({ detail: expect.any(String) as unknown, code: 'view_as_client' });
    const turkish = await world.browsers[asker].post(
      '/api/seen/',
      {},
      { ...AS_CLIENT, 'accept-language': 'tr' },
    );
    expect(turkish.json<{ detail: string }>().detail).toContain('müşterinizin');
  },
);

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
  'a %s to a missing address is refused as well',
  async (method) => {
    const url = '/api/nothing/';
    const { statusCode } = await world.owner.browser.request({ method, url, headers: AS_CLIENT });
    expect(statusCode).toBe(403);
  },
);

test("a request outside of the client's view is refused with the same code", async () => {
  for (const url of ['/api/users/', '/api/analytics/', `/api/projects/${world.project.id}/activity/`]) {
    const answer = await world.owner.browser.get(url, AS_CLIENT);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'view_as_client']);
    expect(answer.headers['cache-control']).toContain('no-store');
  }
});

test.each([
  ['another role', 'freelancer'],
  ['upper case', 'Client'],
  ['nothing', ''],
  ['two', 'client, client'],
  ['a long word', 'x'.repeat(4000)],
])('there is no other view: %s', async (_what, as) => {
  const guest = setup.createBrowser();
  for (const browser of [guest, world.owner.browser]) {
    const answer = await browser.get(`/api/projects/${world.project.id}/`, { 'x-view-as': as });
    expect(answer.statusCode).toBe(400);
  }
  const written = await world.owner.browser.patch(
    `/api/projects/${world.project.id}/`,
    { name: 'Another' },
    { 'x-view-as': as },
  );
  expect(written.statusCode).toBe(403);
});
