import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { rememberWantedAddress } from '../../features/auth/sessions/cached-user.ts';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { FREELANCER } from '../../testing/users.ts';
import { LoginScreen } from './LoginScreen.tsx';

const AUTH = '/api/_allauth/browser/v1';
const EMAIL = 'ada@example.com';

const pending = (resend_after: number): FakeAnswer => {
  const flow = { id: 'login_by_code', is_pending: true, email: EMAIL, resend_after };
  return { status: 401, body: { status: 401, data: { flows: [{ id: 'login' }, flow] } } };
};
const GUEST: FakeAnswer = { status: 401, body: { status: 401, data: { flows: [{ id: 'login' }] } } };
const wrong = (message: string): FakeAnswer => ({
  status: 400,
  body: { status: 400, errors: [{ message, code: 'incorrect_code', param: 'code' }] },
});

async function openCodeStep(answers: Record<string, FakeAnswer | (() => FakeAnswer)>) {
  const requests = fakeServer({ [`GET ${AUTH}/auth/session`]: pending(60), ...answers });
  const { router } = await renderScreen(<LoginScreen />, { at: '/login?step=code' });
  return { requests, router, field: await screen.findByLabelText('Six-digit code') };
}

const logInButton = () => screen.getByRole('button', { name: 'Log in' });

test('the address and a button are enough to request a code', async () => {
  const requests = fakeServer({
    [`POST ${AUTH}/auth/code/request`]: pending(60),
    [`GET ${AUTH}/auth/session`]: pending(60),
  });
  const { router } = await renderScreen(<LoginScreen />, { at: '/login' });
  await userEvent.type(screen.getByLabelText('Username or email'), ` ${EMAIL} `);
  await userEvent.click(screen.getByRole('button', { name: 'Email me a code' }));
  expect(await screen.findByText(new RegExp(`code to ${EMAIL}`))).toBeTruthy();
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ email: EMAIL });
  expect(router.state.location.search).toBe('?step=code');
});

test('a username is no address for a code, and nothing is sent', async () => {
  const requests = fakeServer({});
  await renderScreen(<LoginScreen />, { at: '/login' });
  await userEvent.type(screen.getByLabelText('Username or email'), 'ada');
  await userEvent.click(screen.getByRole('button', { name: 'Email me a code' }));
  expect(screen.getByText('Enter your email address to get a code.')).toBeTruthy();
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
});

test('too many codes do not block the password', async () => {
  const message = 'Too many codes were asked for.';
  fakeServer({
    [`POST ${AUTH}/auth/code/request`]: {
      status: 400,
      headers: { 'retry-after': '3000' },
      body: { status: 400, errors: [{ message, code: 'too_many_login_attempts', param: 'email' }] },
    },
  });
  await renderScreen(<LoginScreen />, { at: '/login' });
  await userEvent.type(screen.getByLabelText('Username or email'), EMAIL);
  await userEvent.click(screen.getByRole('button', { name: 'Email me a code' }));
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(logInButton()).toHaveProperty('disabled', false);
});

test('a client with the link of a project is offered the code before the password', async () => {
  fakeServer({});
  rememberWantedAddress('/projects/7');
  await renderScreen(<LoginScreen />, { at: '/login' });
  const code = screen.getByRole('button', { name: 'Email me a code' });
  const follows = code.compareDocumentPosition(screen.getByLabelText('Password'));
  expect(follows & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});

test('a code from the keyboard or the clipboard signs in', async () => {
  let isSignedIn = false;
  const { field, requests, router } = await openCodeStep({
    [`GET ${AUTH}/auth/session`]: () =>
      isSignedIn ? { body: { status: 200, data: { user: { id: FREELANCER.id } } } } : pending(60),
    [`POST ${AUTH}/auth/code/confirm`]: () => {
      isSignedIn = true;
      return { body: { status: 200 } };
    },
    [`GET /api/users/${FREELANCER.id}/`]: { body: FREELANCER },
  });
  expect(field.getAttribute('autocomplete')).toBe('one-time-code');
  expect(field.getAttribute('inputmode')).toBe('numeric');
  await userEvent.click(field);
  await userEvent.paste('028 417');
  await userEvent.click(logInButton());
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ code: '028 417' });
});

test("a wrong code shows the server's words", async () => {
  const { field } = await openCodeStep({
    [`POST ${AUTH}/auth/code/confirm`]: wrong('This code is not correct. Tries left: 2.'),
  });
  await userEvent.type(field, '000000');
  await userEvent.click(logInButton());
  expect((await screen.findByRole('alert')).textContent).toContain('Tries left: 2.');
});

test('an expired code is reported as expired, and another one is sent to the same address', async () => {
  let isExpired = false;
  const { field, requests } = await openCodeStep({
    [`GET ${AUTH}/auth/session`]: () => (isExpired ? GUEST : pending(0)),
    [`POST ${AUTH}/auth/code/confirm`]: () => {
      isExpired = true;
      return { status: 409, body: { status: 409 } };
    },
    [`POST ${AUTH}/auth/code/resend`]: { status: 409, body: { status: 409 } },
    [`POST ${AUTH}/auth/code/request`]: pending(60),
  });
  await userEvent.type(field, '123456');
  await userEvent.click(logInButton());
  expect((await screen.findByRole('alert')).textContent).toContain('The code has expired.');
  await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }));
  expect(await screen.findByText(/A new code is on its way/)).toBeTruthy();
  expect(requests.at(-1)?.body).toEqual({ email: EMAIL });
  expect(screen.getByRole('button', { name: 'Send a new code in 60s' })).toHaveProperty('disabled', true);
});

test('the time until another code is counted down from the answer of the server', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openCodeStep({ [`GET ${AUTH}/auth/session`]: pending(3) });
  expect(screen.getByRole('button', { name: /Send a new code/ })).toHaveProperty('disabled', true);
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect(screen.getByRole('button', { name: 'Send a new code' })).toHaveProperty('disabled', false);
});

test('without a pending code the step leads back to the login', async () => {
  fakeServer({ [`GET ${AUTH}/auth/session`]: GUEST });
  const { router } = await renderScreen(<LoginScreen />, { at: '/login?step=code' });
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(await screen.findByLabelText('Password')).toBeTruthy();
});
