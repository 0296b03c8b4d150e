import { expect, test } from 'vitest';
import { ROWS } from '../access-matrix/access-matrix.ts';
import { createWorld } from '../access-matrix/access-world.ts';
import { sharedTestApp } from '../shared-test-app.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

const AUTH = '/api/_allauth/browser/v1';

/** The cache class of each answer that a GET gives its owner. A new GET route needs a line here. */
const CLASSES: Record<string, 'asked each time' | 'never kept' | 'bytes' | 'documentation'> = {
  '/healthz': 'never kept',
  '/embed/:id': 'never kept',
  '/readyz': 'never kept',
  '/api/openapi.json': 'asked each time',
  '/api/docs/json': 'asked each time',
  '/api/docs/yaml': 'documentation',
  '/api/docs/static/swagger-initializer.js': 'documentation',
  '/api/subscription_plans/': 'asked each time',
  '/api/checkout/settings/': 'asked each time',
  '/api/projects/': 'asked each time',
  '/api/projects/get_projects_summary/': 'asked each time',
  '/api/projects/:id/': 'asked each time',
  '/api/milestones/': 'asked each time',
  '/api/versions/': 'asked each time',
  '/api/files/': 'asked each time',
  '/api/sections/': 'asked each time',
  '/api/links/': 'asked each time',
  '/api/analytics/': 'asked each time',
  '/api/analytics/boards/': 'asked each time',
  '/api/analytics/boards/:id/': 'asked each time',
  '/api/analytics/query/': 'asked each time',
  '/api/analytics/lately/': 'asked each time',
  '/api/analytics/unopened/': 'asked each time',
  '/api/analytics/looks/': 'asked each time',
  '/api/projects/:id/activity/': 'asked each time',
  '/api/versions/:id/receivers/': 'asked each time',
  '/api/versions/:id/notices/': 'never kept',
  '/api/versions/:id/reminder/': 'never kept',
  '/api/versions/:id/message/': 'never kept',
  '/api/changes/': 'never kept',
  '/api/projects/:id/receipt/': 'never kept',
  '/api/projects/:id/calendar/': 'never kept',
  '/api/account/feed/': 'never kept',
  '/api/support/': 'never kept',
  '/api/tokens/': 'never kept',
  '/api/events/': 'never kept',
  '/api/endpoints/': 'never kept',
  '/api/endpoints/:id/deliveries/': 'never kept',
  '/api/face/': 'never kept',
  '/api/logos/:id/': 'bytes',
  '/api/export/': 'never kept',
  '/api/export/archive/': 'bytes',
  '/api/imports/': 'never kept',
  '/api/projects/:id/brought-receipts/': 'never kept',
  '/api/projects/:id/brought-receipts/:number/': 'bytes',
  '/api/receipt-keys/': 'asked each time',
  '/api/ledger-lines/': 'asked each time',
  '/api/files/:id/receivers/': 'asked each time',
  '/api/links/:id/receivers/': 'asked each time',
  '/api/billing-details/': 'never kept',
  '/api/subscription/withdrawal/': 'asked each time',
  '/api/legal/': 'asked each time',
  '/api/subscription/details': 'asked each time',
  '/api/users/': 'never kept',
  '/api/users/:id/': 'never kept',
  '/api/checkout/sandbox/': 'never kept',
  '/api/notices/choices/': 'never kept',
  '/api/own_data/': 'never kept',
  '/api/security_events/': 'never kept',
  '/api/payments/': 'never kept',
  '/api/payments/:id/receipt/': 'never kept',
  [`${AUTH}/config`]: 'never kept',
  [`${AUTH}/auth/session`]: 'never kept',
  [`${AUTH}/auth/sessions`]: 'never kept',
  [`${AUTH}/account/authenticators`]: 'never kept',
  [`${AUTH}/account/authenticators/webauthn`]: 'never kept',
  [`${AUTH}/auth/webauthn/reauthenticate`]: 'never kept',
  [`${AUTH}/account/email`]: 'never kept',
  [`${AUTH}/account/providers`]: 'never kept',
  '/api/versions/:id/zip/': 'bytes',
  '/api/projects/:id/offline/': 'bytes',
  '/api/files/:id/content/': 'bytes',
  '/api/files/:id/thumbnail/': 'bytes',
  '/api/files/:id/preview/': 'bytes',
  '/api/pictures/:id/': 'bytes',
};

const webFolder = temporaryFolder();
const setup = await sharedTestApp({ RATE_LIMITS: 'off' }, { webFolder });

const isGet = ({ route }: { route: string }) => route.startsWith('GET ');
const given = ROWS.filter((row) => isGet(row) && row.statuses[4] === 200);
const refused = ROWS.filter((row) => isGet(row) && (row.statuses[4] ?? 0) >= 400);

test('every GET route that answers is in the table, and no other', () => {
  const routes = [...new Set(given.map(({ route }) => route.slice('GET '.length)))];
  expect(Object.keys(CLASSES).toSorted()).toEqual(routes.toSorted());
});

test.each(given)('$route $about is kept as the table says', async ({ route, call }) => {
  const world = await createWorld(setup);
  const path = route.slice('GET '.length);
  const { id = '', headers = {}, ...request } = await call(world);
  const url = path.replace(':id', String(id)).replace(':number', '1');
  const ask = (more: Record<string, string> = {}) =>
    world.owner.browser.request({ ...request, method: 'GET', url, headers: { ...headers, ...more } });
  const { headers: answered } = await ask();
  const control = String(answered['cache-control']);
  if (CLASSES[path] === 'documentation') return;
  if (CLASSES[path] === 'never kept') {
    expect(control).toContain('no-store');
    expect(answered).not.toHaveProperty('etag');
    return;
  }
  expect(control).toBe('private, no-cache');
  const again = await ask({ 'if-none-match': String(answered.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect(again.headers).toMatchObject({ 'cache-control': 'private, no-cache', etag: answered.etag });
  expect((await ask({ 'if-none-match': '"another"' })).statusCode).toBe(200);
});

test.each(refused)('$route $about is refused and nothing of that is kept', async ({ route, call }) => {
  const world = await createWorld(setup);
  const { id = '', ...request } = await call(world);
  const url = route.slice('GET '.length).replace(':id', String(id)).replace(':number', '1');
  const { headers } = await world.owner.browser.request({ ...request, method: 'GET', url });
  expect(headers['cache-control']).toContain('no-store');
});

test.each([
  ['a guest is not signed in', 'guest', 'GET', '/api/projects/', 401],
  ['what is not there', 'owner', 'GET', '/api/projects/999999/', 404],
  ['an address of nothing', 'owner', 'GET', '/api/nothing/', 404],
  ['a page beyond the last', 'owner', 'GET', '/api/projects/?page=9', 404],
  ['a query that is wrong', 'owner', 'GET', '/api/projects/?limit=1&limit=2', 400],
  ['a body that is wrong', 'owner', 'POST', '/api/projects/', 400],
  ['what the role may not do', 'customer', 'POST', '/api/projects/', 403],
  ['a method that is not taken', 'owner', 'DELETE', '/api/projects/', 405],
] as const)('a refusal is never cached: %s', async (_what, who, method, url, status) => {
  const world = await createWorld(setup);
  const browser = who === 'guest' ? setup.createBrowser() : world[who].browser;
  const { statusCode, headers } = await browser.request({ method, url, payload: {} });
  expect([statusCode, headers['cache-control'], headers.etag]).toEqual([status, 'no-store', undefined]);
});

test('a tag changes with the answer, and with its language', async () => {
  const { owner, project } = await createWorld(setup);
  const url = `/api/projects/${project.id}/`;
  const tagOf = async (headers = {}) => (await owner.browser.get(url, headers)).headers.etag;
  const before = await tagOf();
  await owner.browser.patch(url, { name: 'Another name' });
  expect(await tagOf()).not.toBe(before);
  const plans = async (language: string) =>
    (await owner.browser.get('/api/subscription_plans/', { 'accept-language': language })).headers.etag;
  expect(await plans('tr')).not.toBe(await plans('en'));
});

test('HEAD answers like GET', async () => {
  const { owner } = await createWorld(setup);
  const get = await owner.browser.get('/api/projects/');
  const head = await owner.browser.request({ method: 'HEAD', url: '/api/projects/' });
  expect(head.headers).toMatchObject({ etag: get.headers.etag, 'cache-control': 'private, no-cache' });
  expect(head.headers['content-length']).toBe(get.headers['content-length']);
});

test('answers to writes are cached only by their reader', async () => {
  const { owner } = await createWorld(setup);
  const created = await owner.browser.post('/api/projects/', { name: 'New' });
  expect(created.headers['cache-control']).toBe('private, no-cache');
  expect(created.headers).not.toHaveProperty('etag');
  const customer = await owner.browser.post('/api/users/', { username: 'new-customer' });
  expect(customer.headers['cache-control']).toBe('no-store');
});
