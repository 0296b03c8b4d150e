import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { RegisterScreen } from './RegisterScreen.tsx';

const AUTH = '/api/_allauth/browser/v1';
const PENDING: FakeAnswer = {
  status: 401,
  body: { status: 401, data: { flows: [{ id: 'verify_email', is_pending: true }] } },
};

async function register(password = 'secret-1') {
  const { router } = await renderScreen(<RegisterScreen />, { at: '/register' });
  await userEvent.type(screen.getByLabelText('Username'), 'ada');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  return router;
}

test('success continues to verification with the email', async () => {
  fakeServer({ [`POST ${AUTH}/auth/signup`]: PENDING });
  const router = await register();
  await waitFor(() => expect(router.state.location.pathname).toBe('/verify-email'));
  expect(router.state.location.search).toBe('?email=ada%40example.com');
  expect(router.state.location.state).toEqual({ username: 'ada' });
});

test('a 409 for a signed-in user logs out and retries once', async () => {
  let tries = 0;
  const requests = fakeServer({
    [`POST ${AUTH}/auth/signup`]: () => (++tries === 1 ? { status: 409, body: { status: 409 } } : PENDING),
    [`DELETE ${AUTH}/auth/session`]: { status: 401, body: { data: { flows: [] } } },
  });
  const router = await register();
  await waitFor(() => expect(router.state.location.pathname).toBe('/verify-email'));
  expect(requests.filter(({ method }) => method !== 'GET').map(({ method }) => method)).toEqual([
    'POST',
    'DELETE',
    'POST',
  ]);
});

test('field errors of the server are joined with commas and shown', async () => {
  fakeServer({
    [`POST ${AUTH}/auth/signup`]: {
      status: 400,
      body: {
        errors: [
          { message: 'Name taken.', code: 'username_taken', param: 'username' },
          { message: 'Too common.', code: 'password_too_common', param: 'password' },
        ],
      },
    },
  });
  await register();
  expect((await screen.findByRole('alert')).textContent).toBe('Name taken., Too common.');
  expect(screen.getByText('Name taken.')).toBeTruthy();
});

test('a password of five characters is not sent', async () => {
  const requests = fakeServer({});
  await register('short');
  expect(await screen.findByText('Password must be at least 6 characters long')).toBeTruthy();
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
});
