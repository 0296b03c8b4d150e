import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { setCurrentUser } from '../../features/auth/api.ts';
import { renderScreen } from '../../testing/render.tsx';
import { CUSTOMER, FREELANCER } from '../../testing/users.ts';
import { CustomerRegisterScreen } from '../customer-register/CustomerRegisterScreen.tsx';
import { LoginScreen } from '../login/LoginScreen.tsx';
import { PasswordResetScreen } from './PasswordResetScreen.tsx';

const LINK = {
  token: 't',
  kind: 'reset',
  username: 'bora',
  freelancer: 'ada',
  face: null,
  work: null,
  has_identities: false,
};
const VALID = { 'GET /api/users/verify_token/': { body: LINK } };
const SESSION = {
  'GET /api/_allauth/browser/v1/auth/session': { body: { data: { user: { id: CUSTOMER.id } } } },
  [`GET /api/users/${CUSTOMER.id}/`]: { body: CUSTOMER },
};

async function choose(label: string, password: string, confirmation: string) {
  await userEvent.type(await screen.findByLabelText(label), password);
  // An invitation has one field.
  const repetition = screen.queryByLabelText('Confirm password');
  if (repetition) await userEvent.type(repetition, confirmation);
}

test('it greets by username and checks both rules before it sends anything', async () => {
  const requests = fakeServer(VALID);
  await renderScreen(<PasswordResetScreen />, { at: '/password-reset?token=t' });
  expect(await screen.findByRole('heading', { name: 'Hello, bora' })).toBeTruthy();
  await choose('New password', 'abcde', 'abcdf');
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText('Password must be at least 6 characters long')).toBeTruthy();
  expect(screen.getByText('Passwords do not match')).toBeTruthy();
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
});

test('it names the freelancer that the account of a customer is for', async () => {
  fakeServer(VALID);
  await renderScreen(<PasswordResetScreen />, { at: '/password-reset?token=t' });
  expect(await screen.findByText(/the work that ada does for you/)).toBeTruthy();
});

test('an invalid token goes to login with the reason', async () => {
  fakeServer({ 'GET /api/users/verify_token/': { status: 400, body: { detail: 'x' } } });
  const { router } = await renderScreen(<PasswordResetScreen />, { at: '/password-reset?token=t' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(router.state.location.search).toBe('?error=reset_link_invalid');
});

test('a used invitation goes to login, which explains that and the next step', async () => {
  fakeServer({ 'GET /api/users/verify_token/': { status: 410, body: { detail: 'x', username: 'bora' } } });
  const { router } = await renderScreen(<CustomerRegisterScreen />, { at: '/customer-register?token=t' });
  await waitFor(() => expect(router.state.location.search).toBe('?error=invitation_used'));
  const { state } = router.state.location as { state: unknown };
  const login = await renderScreen(<LoginScreen />, { at: '/login', open: '/elsewhere' });
  await act(() => login.router.navigate('/login?error=invitation_used', { state }));
  expect(
    await screen.findByText(/This invitation has already been used. Log in with your passkey/),
  ).toBeTruthy();
  expect(screen.getByLabelText('Username or email')).toHaveProperty('value', 'bora');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  // The history entry keeps the name when the reason is removed from the address.
  expect(login.router.state.location).toMatchObject({ search: '', state: { username: 'bora' } });
});

test.each([true, false])('connected accounts are kept only if the user chooses so (%s)', async (keeps) => {
  const requests = fakeServer({
    'GET /api/users/verify_token/': { body: { ...LINK, has_identities: true } },
    ...SESSION,
    'POST /api/users/reset_password/': { body: {} },
  });
  const { router } = await renderScreen(<PasswordResetScreen />, { at: '/password-reset?token=t' });
  await choose('New password', 'secret-1', 'secret-1');
  const keep = screen.getByLabelText('Keep my connected accounts and passkeys');
  expect(screen.getByText(/Otherwise they no longer log in/)).toBeTruthy();
  if (keeps) await userEvent.click(keep);
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/projects'));
  const sent = requests.find(({ method }) => method === 'POST')?.body;
  expect(sent).toMatchObject({ keep_identities: keeps });
});

test('success signs in and goes to the projects', async () => {
  const requests = fakeServer({ ...VALID, ...SESSION, 'POST /api/users/reset_password/': { body: {} } });
  const { router } = await renderScreen(<PasswordResetScreen />, { at: '/password-reset?token=t' });
  await choose('New password', 'secret-1', 'secret-1');
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/projects'));
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    reset_token: 't',
    password: 'secret-1',
    password_confirm: 'secret-1',
  });
});

test("the server's detail is shown, else that the reset failed", async () => {
  fakeServer({ ...VALID, 'POST /api/users/reset_password/': { status: 400, body: {} } });
  await renderScreen(<PasswordResetScreen />, { at: '/password-reset?token=t' });
  await choose('New password', 'secret-1', 'secret-1');
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to reset password');
});

test('an invitation shows an error if its password could not be set', async () => {
  fakeServer({ ...VALID, 'POST /api/users/reset_password/': { status: 400, body: {} } });
  await renderScreen(<CustomerRegisterScreen />, { at: '/customer-register?token=t' });
  await choose('Password', 'secret-1', 'secret-1');
  await userEvent.click(screen.getByRole('button', { name: 'See the work' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Failed to reset password. Please try again.');
});

test.each([
  [1, '/projects/5'],
  [2, '/projects'],
])('an invited customer with %i project(s) goes to %s', async (count, address) => {
  const requests = fakeServer({
    ...VALID,
    ...SESSION,
    'POST /api/users/reset_password/': { body: {} },
    'GET /api/projects/': { body: { count, next: null, previous: null, results: [{ id: 5 }] } },
  });
  const { router } = await renderScreen(<CustomerRegisterScreen />, { at: '/customer-register?token=t' });
  expect(await screen.findByRole('heading', { name: 'ada has work to show you' })).toBeTruthy();
  await choose('Password', 'secret-1', 'secret-1');
  await userEvent.click(screen.getByText('Add an email address'));
  await userEvent.type(screen.getByLabelText('Email (optional)'), 'bora@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'See the work' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(address));
  expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({ email: 'bora@example.com' });
});

test("another user's invitation asks before it replaces the session", async () => {
  setCurrentUser(FREELANCER);
  const requests = fakeServer({
    ...VALID,
    'GET /api/_allauth/browser/v1/auth/session': { body: { data: { user: { id: FREELANCER.id } } } },
    [`GET /api/users/${FREELANCER.id}/`]: { body: FREELANCER },
  });
  await renderScreen(<CustomerRegisterScreen />, { at: '/customer-register?token=t' });
  expect(await screen.findByText(/You are logged in as ada/)).toBeTruthy();
  expect(screen.queryByLabelText('Password')).toBeNull();
  const stay = screen.getByRole('link', { name: 'Stay logged in as ada' });
  expect(stay.getAttribute('href')).toBe('/dashboard');
  await userEvent.click(screen.getByRole('button', { name: 'Continue as bora' }));
  expect(await screen.findByLabelText('Password')).toBeTruthy();
  expect(requests.some(({ method }) => method !== 'GET')).toBe(false);
});

test('a link of the signed-in user shows no question', async () => {
  setCurrentUser(CUSTOMER);
  fakeServer({ ...VALID, ...SESSION });
  await renderScreen(<PasswordResetScreen />, { at: '/password-reset?token=t' });
  expect(await screen.findByLabelText('New password')).toBeTruthy();
});

const USED = { status: 400, body: { detail: 'Invalid or expired password reset link' } };

test.each([
  [200, USED],
  [409, USED],
  [200, { status: 410, body: { detail: 'Used.' } }],
])(
  'after a lost answer, the next try logs in with the password that was set (%i, %j)',
  async (status, used) => {
    let tries = 0;
    const requests = fakeServer({
      ...VALID,
      ...SESSION,
      'POST /api/users/reset_password/': () => {
        tries += 1;
        if (tries === 1) throw new TypeError('Failed to fetch');
        return used;
      },
      'POST /api/_allauth/browser/v1/auth/login': { status, body: { status } },
    });
    const { router } = await renderScreen(<PasswordResetScreen />, { at: '/password-reset?token=t' });
    await choose('New password', 'secret-1', 'secret-1');
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Network error');
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/projects'));
    expect(requests.find(({ path }) => path.endsWith('/auth/login'))?.body).toEqual({
      username: 'bora',
      password: 'secret-1',
    });
  },
);

test('a link used meanwhile is refused, without a login', async () => {
  const requests = fakeServer({ ...VALID, 'POST /api/users/reset_password/': USED });
  await renderScreen(<PasswordResetScreen />, { at: '/password-reset?token=t' });
  await choose('New password', 'secret-1', 'secret-1');
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Invalid or expired password reset link');
  expect(requests.some(({ path }) => path.endsWith('/auth/login'))).toBe(false);
});
