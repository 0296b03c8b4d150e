import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.ts';
import { rememberWantedAddress } from '../../features/auth/sessions/cached-user.ts';
import { renderScreen } from '../../testing/render.tsx';
import { FREELANCER } from '../../testing/users.ts';
import { LoginScreen } from './LoginScreen.tsx';

const AUTH = '/api/_allauth/browser/v1';
const SESSION = {
  [`GET ${AUTH}/auth/session`]: { body: { status: 200, data: { user: { id: FREELANCER.id } } } },
  [`GET /api/users/${FREELANCER.id}/`]: { body: FREELANCER },
};
const CONFLICT: FakeAnswer = { status: 409, body: { status: 409 } };

async function logIn(identifier: string, answer: FakeAnswer, more: Record<string, FakeAnswer> = {}) {
  const requests = fakeServer({ [`POST ${AUTH}/auth/login`]: answer, ...more });
  const { router } = await renderScreen(<LoginScreen />, { at: '/login' });
  const person = userEvent.setup({ delay: null });
  await person.type(screen.getByLabelText('Username or email'), identifier);
  await person.type(screen.getByLabelText('Password'), 'secret-1');
  await person.click(screen.getByRole('button', { name: 'Log in' }));
  return { router, requests, person };
}

test('success goes to the dashboard and keeps the user', async () => {
  const { router, requests } = await logIn('ada', { body: { status: 200 } }, SESSION);
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(requests.find((request) => request.method === 'POST')?.body).toEqual({
    username: 'ada',
    password: 'secret-1',
  });
  expect(localStorage.getItem('user')).toContain('"username":"ada"');
});

test.each(['username', 'identifier', 'login', 'user', 'email'])(
  'an address with ?%s= fills nothing in',
  async (name) => {
    fakeServer({});
    await renderScreen(<LoginScreen />, { at: `/login?${name}=mallory` });
    expect(screen.getByLabelText('Username or email')).toHaveProperty('value', '');
  },
);

test('nothing is sent without identifier and password', async () => {
  const requests = fakeServer({});
  await renderScreen(<LoginScreen />, { at: '/login' });
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect(screen.getAllByText('Please fill in this field.')).toHaveLength(2);
  expect(requests.some((request) => request.method === 'POST')).toBe(false);
});

test('a typed password can be shown by the keyboard, and the empty field for the address has the cursor', async () => {
  fakeServer({});
  await renderScreen(<LoginScreen />, { at: '/login' });
  const field = screen.getByLabelText('Password');
  await userEvent.type(field, 'secret-1');
  await userEvent.tab();
  await userEvent.keyboard(' ');
  expect(field).toHaveProperty('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Email me a code' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Username or email'));
});

const waitsFor = (id: string): FakeAnswer => ({
  status: 401,
  body: { status: 401, data: { flows: [{ id: 'login' }, { id, is_pending: true }] } },
});

test('an account with a second step is asked for its code, and if the browser is to be trusted', async () => {
  const { router, requests, person } = await logIn('ada', waitsFor('mfa_authenticate'), {
    ...SESSION,
    [`POST ${AUTH}/auth/2fa/authenticate`]: waitsFor('mfa_trust'),
    [`POST ${AUTH}/auth/2fa/trust`]: { body: { status: 200 } },
  });
  await person.type(await screen.findByLabelText('Code'), '123 456');
  await person.click(screen.getByLabelText('Do not ask in this browser for 30 days'));
  await person.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  const sent = requests.filter(({ path }) => path.includes('/2fa/')).map(({ body }) => body);
  expect(sent).toEqual([{ code: '123 456' }, { trust: true }]);
});

test('a login that waited too long for its second step starts again', async () => {
  const { person } = await logIn('ada', waitsFor('mfa_authenticate'), {
    [`POST ${AUTH}/auth/2fa/authenticate`]: { status: 401, body: { data: { flows: [{ id: 'login' }] } } },
  });
  await person.type(await screen.findByLabelText('Code'), '123456');
  await person.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(/This took too long/)).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Start again' }));
  expect(await screen.findByLabelText('Username or email')).toBeTruthy();
});

const PENDING: FakeAnswer = {
  status: 401,
  body: { status: 401, data: { flows: [{ id: 'login' }, { id: 'verify_email', is_pending: true }] } },
};

test.each([
  ['ada@example.com', '?email=ada%40example.com'],
  ['ada', ''],
])('%s with an unverified address continues to verification with %s', async (identifier, search) => {
  const { router } = await logIn(identifier, PENDING);
  await waitFor(() => expect(router.state.location.pathname).toBe('/verify-email'));
  expect(router.state.location.search).toBe(search);
});

test('a client with an unverified address is asked to log in with the username, and keeps the input', async () => {
  const flows = [{ id: 'verify_email', is_pending: true, login_methods: ['username'] }];
  const { router } = await logIn('bora@example.com', { status: 401, body: { status: 401, data: { flows } } });
  expect((await screen.findByRole('alert')).textContent).toContain('Log in with your username instead');
  expect(router.state.location.pathname).toBe('/login');
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'secret-1');
});

test('a 409 with a working session goes to the dashboard', async () => {
  const { router } = await logIn('ada', CONFLICT, SESSION);
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

test('the first message of the server is preferred to our own', async () => {
  await logIn('ada', {
    status: 400,
    body: { status: 400, errors: [{ message: 'Wrong.', code: 'x', param: 'password' }] },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Wrong.');
});

test('a failure without a message says that the login failed', async () => {
  await logIn('ada', { status: 400, body: { status: 400 } });
  expect((await screen.findByRole('alert')).textContent).toContain('Login failed. Please try again.');
});

test('a session cookie that the browser does not keep is explained, without a loop', async () => {
  const noSession = { [`GET ${AUTH}/auth/session`]: { status: 401, body: { data: { flows: [] } } } };
  const { router } = await logIn('ada', { body: { status: 200 } }, noSession);
  expect((await screen.findByRole('alert')).textContent).toContain('blocks the cookie');
  expect(router.state.location.pathname).toBe('/login');
});

test('a rate-limited form counts down each second, then opens again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await logIn('ada', { status: 429, headers: { 'retry-after': '3' }, body: { status: 429 } });
  const button = screen.getByRole('button', { name: 'Log in' });
  expect(await screen.findByText('Try again in 3s')).toBeTruthy();
  // A timer is not announced at each tick; the sentence after it is, by the region that contains both.
  expect(screen.getByRole('timer').closest('[role=status]')).toBeTruthy();
  expect(button).toHaveProperty('disabled', true);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.getByText('Try again in 2s')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(2500));
  expect(screen.getByRole('status').textContent).toBe('Rate limit exceeded');
  expect(screen.queryByRole('timer')).toBeNull();
  expect(button).toHaveProperty('disabled', false);
});

test('a lock-out says that logins failed too often, and that a reset ends it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await logIn('ada', {
    status: 400,
    headers: { 'retry-after': '300' },
    body: { status: 400, errors: [{ message: 'Too many failed.', code: 'too_many_login_attempts' }] },
  });
  expect(await screen.findByText('Too many failed attempts.')).toBeTruthy();
  expect(screen.getByRole('timer').textContent).toBe('Try again in 300s');
  const reset = screen.getByRole('link', { name: 'Reset your password to unlock it now' });
  expect(reset.getAttribute('href')).toBe('/reset-password');
});

test.each([
  ['/login?error=cancelled&code=x', 'The login was cancelled.'],
  ['/login?error=unknown', 'Social login failed'],
  [`/login?error=${'a'.repeat(300)}`, 'a'.repeat(200)],
])('the error of %s is shown and removed from the address', async (at, text) => {
  fakeServer({});
  const { router } = await renderScreen(<LoginScreen />, { at });
  expect(await screen.findByText(text)).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(screen.getByText(text)).toBeTruthy();
});

test('an expired session is explained', async () => {
  fakeServer({});
  await renderScreen(<LoginScreen />, { at: '/login?sessionExpired=true', language: 'tr' });
  expect(screen.getByText('Oturumunuzun süresi doldu. Lütfen tekrar giriş yapın.')).toBeTruthy();
});

test('a login that cannot load the account shows an error, and another try continues', async () => {
  let isLoggedIn = false;
  let isAway = true;
  fakeServer({
    ...SESSION,
    [`POST ${AUTH}/auth/login`]: () => {
      const answer = isLoggedIn ? CONFLICT : { body: { status: 200 } };
      isLoggedIn = true;
      return answer;
    },
    [`GET /api/users/${FREELANCER.id}/`]: () => (isAway ? { status: 500 } : { body: FREELANCER }),
  });
  const { router } = await renderScreen(<LoginScreen />, { at: '/login' });
  const person = userEvent.setup({ delay: null });
  await person.type(screen.getByLabelText('Username or email'), 'ada');
  await person.type(screen.getByLabelText('Password'), 'secret-1');
  for (const _try of [1, 2]) {
    await person.click(screen.getByRole('button', { name: 'Log in' }));
    await screen.findByText(/^You are logged in, but your account could not be loaded/);
  }
  isAway = false;
  await person.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

test('the cursor is in the first field', async () => {
  fakeServer({});
  await renderScreen(<LoginScreen />, { at: '/login' });
  expect(document.activeElement).toBe(screen.getByLabelText('Username or email'));
});

test('a guest with the link of a project is asked to log in, not to create an account', async () => {
  fakeServer({});
  rememberWantedAddress('/projects/7?version=2&file=3');
  await renderScreen(<LoginScreen />, { at: '/login' });
  expect(screen.getByRole('heading', { name: 'Log in to see the project' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Create account' })).toBeNull();
});

test('an invalid invitation explains the next step', async () => {
  fakeServer({});
  await renderScreen(<LoginScreen />, { at: '/login?error=invitation_invalid' });
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^This invitation link doesn't work\. Ask the person who sent it for a new one\./,
  );
});
