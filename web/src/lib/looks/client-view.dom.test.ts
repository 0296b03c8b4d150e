import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { requireUser } from '../../features/auth/guards.ts';
import { fetchCurrentUser, setCurrentUser } from '../../features/auth/api.ts';
import { readCachedUser, writeCachedUser } from '../../features/auth/sessions/cached-user.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { CUSTOMER, FREELANCER } from '../../testing/users.ts';
import { api } from '../api-client.ts';
import * as clientView from './client-view.ts';
import { reportLook, reportPlayed } from './report-look.ts';

const view = { isOn: true };

beforeEach(() => {
  view.isOn = true;
  vi.spyOn(clientView, 'isClientView').mockImplementation(() => view.isOn);
  writeCachedUser(null);
});

test('every call is made as the client, even writes, which the server refuses', async () => {
  const requests = fakeServer({
    'GET /api/projects/1/': { body: {} },
    'POST /api/projects/': { status: 403, body: { detail: 'No.', code: 'view_as_client' } },
  });
  await api('/projects/1/');
  await expect(api('/projects/', { method: 'POST', body: {} })).rejects.toThrow('No.');
  expect(requests.map(({ headers }) => headers.get('x-view-as'))).toEqual(['client', 'client']);
});

test('outside of a view no call is made as the client', async () => {
  view.isOn = false;
  const requests = fakeServer({ 'GET /api/projects/1/': { body: {} } });
  await api('/projects/1/');
  expect(requests[0]?.headers.has('x-view-as')).toBe(false);
});

test('neither looks nor played parts are reported', async () => {
  const requests = fakeServer({ 'POST /api/seen/': { status: 204 } });
  await reportLook({ kind: 'project_opened', id: 1 });
  await reportPlayed({ id: 1, percent: 50 });
  expect(requests).toEqual([]);
  view.isOn = false;
  await reportLook({ kind: 'project_opened', id: 1 });
  expect(requests).toHaveLength(1);
});

test("a freelancer in the client's view stays the freelancer in other tabs and on the next page", async () => {
  writeCachedUser(FREELANCER);
  const viewer = { ...CUSTOMER, id: FREELANCER.id, view: 'client' as const };
  fakeServer({
    'GET /api/_allauth/browser/v1/auth/session': { body: { data: { user: { id: viewer.id } } } },
    [`GET /api/users/${viewer.id}/`]: { body: viewer },
  });
  expect(await fetchCurrentUser()).toEqual(viewer);
  setCurrentUser(viewer);
  expect(readCachedUser()).toEqual(FREELANCER);
});

const passageTo = (address: string) => {
  const request = new Request(new URL(address, 'http://localhost'));
  const args: LoaderFunctionArgs = {
    request,
    url: new URL(request.url),
    params: {},
    pattern: '*',
    context: new RouterContextProvider(),
  };
  return requireUser(args);
};

test.each([
  [true, '/projects/1?view=client&file=3', null],
  [true, '/projects/1', '/projects/1'],
  [true, '/dashboard', '/dashboard'],
  [false, '/projects/1?view=client', '/projects/1?view=client'],
  [false, '/projects/1', null],
])('in a view: %s, the way to %s is loaded as a page: %s', async (isOn, address, loaded) => {
  view.isOn = isOn;
  setCurrentUser(FREELANCER);
  const passage = await passageTo(address);
  expect(
    passage && [passage.headers.get('location'), passage.headers.has('x-remix-reload-document')],
  ).toEqual(loaded && [loaded, true]);
});
