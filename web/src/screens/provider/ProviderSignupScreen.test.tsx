import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { ProviderSignupScreen } from './ProviderSignupScreen.tsx';

const SIGNUP = '/api/_allauth/browser/v1/auth/provider/signup';

async function open(user: { username: string; email?: string }, more: Record<string, FakeAnswer> = {}) {
  const account = { provider: { id: 'google', name: 'Google' } };
  const requests = fakeServer({ [`GET ${SIGNUP}`]: { body: { data: { user, account } } }, ...more });
  const { router } = await renderScreen(<ProviderSignupScreen />, { at: '/account/provider/signup' });
  expect(await screen.findByRole('heading', { name: 'Open a freelancer account' })).toBeTruthy();
  return { requests, router };
}

test('it explains the new account, proposes a name, and creates nothing by itself', async () => {
  const { requests } = await open({ username: 'gizem', email: 'gizem@example.com' });
  expect(
    screen.getByText(/Google knows you, but we do not yet. Continue to open a new account/),
  ).toBeTruthy();
  expect(screen.getByLabelText('Username')).toHaveProperty('value', 'gizem');
  expect(document.title).toBe('Open a freelancer account · Vitrin');
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
});

test('a client who meant to log in can go back without creating an account', async () => {
  const { requests, router } = await open({ username: 'gizem', email: 'gizem@example.com' });
  expect(screen.getByText('Did a freelancer invite you?')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Log in with your username' }));
  expect(router.state.location.pathname).toBe('/login');
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
});

test('an address that the provider does not supply is sent with the name, to be verified', async () => {
  const { requests, router } = await open(
    { username: 'gizem' },
    {
      [`POST ${SIGNUP}`]: {
        status: 401,
        body: { status: 401, data: { flows: [{ id: 'verify_email', is_pending: true }] } },
      },
    },
  );
  await userEvent.type(screen.getByLabelText('Email'), 'gizem@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Open freelancer account' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/verify-email'));
  expect(router.state.location.search).toBe('?email=gizem%40example.com');
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    username: 'gizem',
    email: 'gizem@example.com',
  });
});
