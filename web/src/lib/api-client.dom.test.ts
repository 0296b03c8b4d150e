import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { type SessionEnd, api, authUrl, configureApiClient, meansExpiredSession } from './api-client.ts';
import { ApiError, NetworkError } from './api-error.ts';

afterEach(() => configureApiClient({ language: () => 'en', onSessionExpired: () => 'nobody' }));

async function failureOf(path: string): Promise<ApiError> {
  const error = await api(path).catch((failure: unknown) => failure);
  if (!(error instanceof ApiError)) throw new Error('The call did not fail with ApiError');
  return error;
}

test("calls go to /api in the reader's language, and reads without a CSRF token", async () => {
  configureApiClient({ language: () => 'tr', onSessionExpired: () => 'nobody' });
  const requests = fakeServer({ 'GET /api/projects/': { body: { count: 0 } } });
  expect(await api('/projects/', { query: { page: 2, limit: undefined } })).toEqual({ count: 0 });
  expect(requests[0]?.path).toBe('/api/projects/?page=2');
  expect(requests[0]?.headers.get('accept-language')).toBe('tr');
  expect(requests[0]?.headers.has('x-csrftoken')).toBe(false);
});

test('an unsafe call carries the token that the cookie holds at that moment', async () => {
  const requests = fakeServer({ 'POST /api/users/': { status: 201, body: {} } });
  await api('/users/', { method: 'POST', body: { username: 'ada' } });
  document.cookie = `csrftoken=${'r'.repeat(59)}; path=/`;
  await api('/users/', { method: 'POST', body: { username: 'eve' } });
  expect(requests.map((request) => request.headers.get('x-csrftoken'))).toEqual([
    't'.repeat(59),
    'r'.repeat(59),
  ]);
});

const TOKEN = 'a'.repeat(59);
const NEW_TOKEN = 'b'.repeat(59);

test('beside cookies of the same name from neighbours our tokens are sent, four at most', async () => {
  const requests = fakeServer({ 'POST /api/users/': { status: 201, body: {} } });
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(
    ['n'.repeat(32), ...Array.from('abcde', (letter) => letter.repeat(59))]
      .map((value) => `csrftoken=${value}`)
      .join('; '),
  );
  await api('/users/', { method: 'POST', body: {} });
  expect(requests[0]?.headers.get('x-csrftoken')).toBe(
    Array.from('abcd', (letter) => letter.repeat(59)).join(','),
  );
  vi.restoreAllMocks();
});

test('a write refused for its token is repeated with the new one, once', async () => {
  document.cookie = `csrftoken=${TOKEN}; path=/`;
  let isKept = false;
  const requests = fakeServer({
    'POST /api/users/': ({ headers }) => {
      if (headers.get('x-csrftoken') === NEW_TOKEN) return { status: isKept ? 403 : 201, body: {} };
      document.cookie = `csrftoken=${NEW_TOKEN}; path=/`;
      return { status: 403, body: { detail: 'No token.' } };
    },
  });
  document.cookie = `csrftoken=${TOKEN}; path=/`;
  await api('/users/', { method: 'POST', body: { username: 'ada' } });
  expect(requests.map(({ headers }) => headers.get('x-csrftoken'))).toEqual([TOKEN, NEW_TOKEN]);
  isKept = true;
  await expect(api('/users/', { method: 'POST', body: {} })).rejects.toMatchObject({ status: 403 });
  expect(requests).toHaveLength(3);
});

test('a missing token cookie is fetched before the write', async () => {
  const requests = fakeServer({
    'GET /api/_allauth/browser/v1/config': () => {
      document.cookie = 'csrftoken=fresh; path=/';
      return { body: {} };
    },
    'DELETE /api/projects/1/': { status: 204 },
  });
  document.cookie = 'csrftoken=; path=/; max-age=0';
  expect(await api('/projects/1/', { method: 'DELETE' })).toBeUndefined();
  expect(requests[1]?.headers.get('x-csrftoken')).toBe('fresh');
});

test('an address of a page link is used as it is', async () => {
  const requests = fakeServer({ 'GET /api/projects/': { body: {} } });
  await api('/api/projects/?page=3');
  expect(requests[0]?.path).toBe('/api/projects/?page=3');
});

test('errors of both shapes are read', async () => {
  fakeServer({
    'GET /api/detail/': { status: 403, body: { detail: 'No.' } },
    'GET /api/fields/': { status: 400, body: { name: ['Too long.', 'Too odd.'] } },
    'GET /api/auth/': {
      status: 400,
      body: { status: 400, errors: [{ message: 'Taken.', code: 'username_taken', param: 'username' }] },
    },
    'GET /api/proxy/': { status: 502 },
  });
  expect(await failureOf('/detail/')).toMatchObject({ status: 403, detail: 'No.', fields: {} });
  expect(await failureOf('/fields/')).toMatchObject({
    detail: null,
    fields: { name: ['Too long.', 'Too odd.'] },
  });
  expect(await failureOf('/auth/')).toMatchObject({ detail: 'Taken.', fields: { username: ['Taken.'] } });
  expect(await failureOf('/proxy/')).toMatchObject({ status: 502, detail: null, retryAfterSeconds: null });
});

test.each([
  [429, { 'retry-after': '12' }, 12],
  [429, {}, 30],
  [429, { 'retry-after': 'soon' }, 30],
  [400, { 'retry-after': '300' }, 300],
  [400, {}, null],
] as [number, Record<string, string>, number | null][])(
  '%i with %j waits %s seconds',
  async (status, headers, seconds) => {
    fakeServer({ 'GET /api/limited/': { status, headers, body: { detail: 'x' } } });
    expect((await failureOf('/limited/')).retryAfterSeconds).toBe(seconds);
  },
);

test('no answer at all is a network error', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(api('/projects/')).rejects.toBeInstanceOf(NetworkError);
});

const FLOWS = { status: 401, data: { flows: [] } };

test.each([
  ['/api/projects/', { detail: 'x' }, true],
  [authUrl('auth/login'), FLOWS, false],
  [authUrl('auth/session'), FLOWS, false],
  [authUrl('auth/signup'), FLOWS, false],
  [authUrl('account/email'), FLOWS, false],
  [authUrl('account/password/change'), FLOWS, true],
  [authUrl('auth/sessions'), { detail: 'x' }, true],
  [authUrl('auth/sessions'), { data: { flows: [] } }, true],
])('a 401 of %s with %j ends the session: %s', (url, data, isExpired) => {
  const error = new ApiError({ status: 401, detail: null, fields: {}, retryAfterSeconds: null, data });
  expect(meansExpiredSession(url, error)).toBe(isExpired);
});

test.each([
  ['is over, which ends it once for all that failed', 401, 1],
  ['goes on, which a stray 401 does not change', 200, 0],
  ['cannot be asked, which ends nothing', 503, 0],
])('a 401 is checked with the session itself: it %s', async (_what, status, ends) => {
  const onSessionExpired = vi.fn<() => SessionEnd>(() => 'leaving');
  configureApiClient({ language: () => 'en', onSessionExpired });
  const requests = fakeServer({
    'GET /api/projects/': { status: 401, body: { detail: 'x' } },
    'GET /api/_allauth/browser/v1/auth/session': { status, body: FLOWS },
  });
  const failures = await Promise.all([failureOf('/projects/'), failureOf('/projects/')]);
  expect(failures.map((failure) => failure.status)).toEqual([401, 401]);
  expect(requests.filter(({ path }) => path.endsWith('/auth/session'))).toHaveLength(1);
  expect(onSessionExpired.mock.calls.length > 0).toBe(ends > 0);
});

test('a rate-limited write is repeated after the pause, and returns the last answer', async () => {
  vi.useFakeTimers();
  let refusals = 2;
  const requests = fakeServer({
    'PATCH /api/milestones/1/': () =>
      refusals-- > 0
        ? { status: 429, headers: { 'retry-after': '1' }, body: { detail: 'x' } }
        : { body: { completed: true } },
  });
  const ticked = api('/milestones/1/', { method: 'PATCH', body: { completed: true } });
  await vi.advanceTimersByTimeAsync(999);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(4000);
  expect(await ticked).toEqual({ completed: true });
  expect(requests).toHaveLength(3);
});

test.each([
  ['a long pause', 'POST', '/users/', '6', 1],
  ['an account call', 'POST', authUrl('account/email'), '1', 1],
  ['a read', 'GET', '/limited/', '1', 1],
  ['a write that is refused for half a minute', 'POST', '/users/', '5', 7],
] as const)(
  '%s that is still limited rejects with its pause',
  async (_what, method, path, seconds, calls) => {
    vi.useFakeTimers();
    const url = path.startsWith('/api/') ? path : `/api${path}`;
    const requests = fakeServer({
      [`${method} ${url}`]: { status: 429, headers: { 'retry-after': seconds }, body: { detail: 'x' } },
    });
    const failure = api(path, { method }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await failure).toMatchObject({ status: 429, retryAfterSeconds: Number(seconds) });
    expect(requests).toHaveLength(calls);
  },
);

test('a waiting write can be cancelled', async () => {
  vi.useFakeTimers();
  const requests = fakeServer({
    'POST /api/users/': { status: 429, headers: { 'retry-after': '2' }, body: {} },
  });
  const controller = new AbortController();
  const failure = api('/users/', { method: 'POST', signal: controller.signal }).catch((e: unknown) => e);
  await vi.advanceTimersByTimeAsync(500);
  controller.abort();
  expect(await failure).toMatchObject({ name: 'AbortError' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests).toHaveLength(1);
});
