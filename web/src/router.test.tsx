import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { isAppPath } from '@vitrin/shared/rules/app-paths.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { App } from './App.tsx';
import { createI18n } from './i18n/i18n.ts';
import { queryClient } from './lib/query-client.ts';
import { routes } from './router.tsx';
import { type FakeAnswer, fakeServer } from './testing/fake-server.ts';
import { CUSTOMER, FREELANCER } from './testing/users.ts';

const AUTH = '/api/_allauth/browser/v1';
const VISITORS = { guest: null, freelancer: FREELANCER, customer: CUSTOMER };

beforeEach(() => queryClient.clear());

async function visit(address: string, who: keyof typeof VISITORS, more: Record<string, FakeAnswer> = {}) {
  const user = VISITORS[who];
  fakeServer({
    [`GET ${AUTH}/auth/session`]: user
      ? { body: { data: { user: { id: user.id, has_usable_password: true } } } }
      : { status: 401, body: { data: { flows: [] } } },
    ...(user && { [`GET /api/users/${user.id}/`]: { body: user } }),
    ...more,
  });
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(<App i18n={await createI18n('en')} router={router} clock={null} />);
  await waitFor(() => expect(router.state.initialized).toBe(true), { timeout: 10_000 });
  await waitFor(() => expect(router.state.navigation.state).toBe('idle'), { timeout: 10_000 });
  return router;
}

test.each([
  ['guest', '/dashboard', '/login'],
  ['guest', '/projects?page=2', '/login'],
  ['guest', '/account', '/login'],
  ['guest', '/verify-email', '/login'],
  ['guest', '/password-reset', '/login'],
  ['guest', '/customer-register', '/login'],
  ['guest', '/account/provider/signup', '/login'],
  ['guest', '/reset-password', '/reset-password'],
  ['freelancer', '/', '/dashboard'],
  ['freelancer', '/login?error=x', '/dashboard'],
  ['freelancer', '/register', '/dashboard'],
  ['freelancer', '/verify-email', '/dashboard'],
  ['freelancer', '/verify-email?key=k', '/verify-email'],
  ['freelancer', '/reset-password', '/dashboard'],
  ['customer', '/', '/dashboard'],
] as const)('a %s at %s is shown %s', async (who, address, shown) => {
  const router = await visit(address, who);
  // Some screens navigate by themselves, once they are rendered.
  await waitFor(() => expect(router.state.location.pathname).toBe(shown));
});

test.each([
  ['guest', '/customers'],
  ['customer', '/customers'],
  ['guest', '/no-such-page'],
  ['freelancer', '/no-such-page'],
  ['guest', '/projects/abc'],
  ['freelancer', '/projects/abc'],
  ['freelancer', '/projects/0'],
  ['freelancer', '/projects/01'],
] as const)('a %s at %s sees the not-found page with a way home', async (who, address) => {
  const router = await visit(address, who);
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/');
  expect(router.state.location.pathname).toBe(address);
});

test('after login a guest goes to the requested address, once', async () => {
  const router = await visit('/account', 'guest');
  expect(router.state.location.pathname).toBe('/login');
  queryClient.setQueryData(['current-user'], FREELANCER);
  await router.revalidate();
  await waitFor(() => expect(router.state.location.pathname).toBe('/account'));
  await router.navigate('/login');
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

test('the drawer of a customer has no entries for freelancers', async () => {
  await visit('/account', 'customer');
  expect(await screen.findByRole('link', { name: 'Projects' })).toBeTruthy();
  for (const name of ['Clients', 'Analytics', 'Subscription', 'Support']) {
    expect(screen.queryByRole('link', { name })).toBeNull();
  }
  expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/');
  expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy();
});

test('a failed session check on a protected screen shows an error, and does not make a guest', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  await visit('/account', 'guest', {
    [`GET ${AUTH}/auth/session`]: { status: 404, body: { detail: 'Odd.' } },
  });
  expect(await screen.findByText('Odd.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(logged).toHaveBeenCalledOnce();
});

/** The addresses of routes, with 1 in place of each id. */
function addressesOf(table: RouteObject[]): string[] {
  return table.flatMap(({ path, index, children = [] }) => [
    ...(index ? ['/'] : []),
    ...(path === undefined ? [] : [`/${path.replace(':id', '1')}`]),
    ...addressesOf(children),
  ]);
}

test('the server knows every address of the table as a page', () => {
  const addresses = addressesOf(routes).filter((address) => address !== '/*');
  expect(addresses).toContain('/keep-account');
  expect(addresses.filter((address) => !isAppPath(address))).toEqual([]);
});
