import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.ts';
import { setCurrentUser } from '../../features/auth/api.ts';
import { renderScreen } from '../../testing/render.tsx';
import { FREELANCER } from '../../testing/users.ts';
import { VerifyEmailScreen } from './VerifyEmailScreen.tsx';

const AUTH = '/api/_allauth/browser/v1';
const LOOKUP = 'GET /api/users/get_email_from_key/';
const VERIFY = `POST ${AUTH}/auth/email/verify`;
const RESEND = `PUT ${AUTH}/account/email`;

async function open(at: string, answers: Record<string, FakeAnswer>) {
  const requests = fakeServer(answers);
  await renderScreen(<VerifyEmailScreen />, { at });
  return requests;
}

test('with a key it verifies by itself and leads to login', async () => {
  const requests = await open('/verify-email?key=k', {
    [LOOKUP]: { body: { email: 'ada@example.com', verified: false } },
    [VERIFY]: { status: 401, body: { data: { flows: [] } } },
  });
  expect(await screen.findByText('Your email is verified')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to login' })).toBeTruthy();
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ key: 'k' });
});

test('whoever is signed in is told what happened, and goes on without a login', async () => {
  setCurrentUser(FREELANCER);
  fakeServer({
    [LOOKUP]: { body: { email: 'new@example.com', verified: false } },
    [VERIFY]: { body: { status: 200 } },
    [`GET ${AUTH}/auth/session`]: { body: { data: { user: { id: FREELANCER.id } } } },
    [`GET /api/users/${FREELANCER.id}/`]: { body: FREELANCER },
  });
  await renderScreen(<VerifyEmailScreen />, { at: '/verify-email?key=k' });
  expect(await screen.findByText('new@example.com is confirmed. You are signed in as ada.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the dashboard' }).getAttribute('href')).toBe('/dashboard');
});

const verifiedInAnotherTab = (email: string) =>
  act(() => dispatchEvent(new StorageEvent('storage', { key: 'verified-email', newValue: email })));

test('the tab that waits notices when another one has verified its address, and no other address', async () => {
  await open('/verify-email?email=Ada@example.com', {});
  verifiedInAnotherTab('somebody@example.com');
  expect(screen.getByText('Verify your email')).toBeTruthy();
  verifiedInAnotherTab('ada@example.com');
  expect(await screen.findByText('Your email is verified')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to login' })).toBeTruthy();
});

test('a waiting tab that slept meanwhile notices when it is shown', async () => {
  await open('/verify-email?email=ada@example.com', {});
  localStorage.setItem('verified-email', 'ada@example.com');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText('Your email is verified')).toBeTruthy();
  expect(localStorage.getItem('verified-email')).toBeNull();
});

test('a used key is not used again', async () => {
  const requests = await open('/verify-email?key=k', {
    [LOOKUP]: { body: { email: 'ada@example.com', verified: true } },
  });
  expect(await screen.findByText('Your email is already verified')).toBeTruthy();
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
});

test.each([
  [{ [LOOKUP]: { status: 404, body: { detail: 'Not found.' } } }, 'Invalid verification link'],
  [{ [LOOKUP]: { status: 500 } }, 'The address this link belongs to could not be read. Please try again.'],
  [
    {
      [LOOKUP]: { body: { email: 'a@b.co', verified: false } },
      [VERIFY]: { status: 400, body: { errors: [{ message: 'Address taken.', code: 'email_taken' }] } },
    },
    'Address taken.',
  ],
  [
    { [LOOKUP]: { body: { email: 'a@b.co', verified: false } }, [VERIFY]: { status: 400, body: {} } },
    'Email verification failed',
  ],
] as [Record<string, FakeAnswer>, string][])('with %j the screen says "%s"', async (answers, text) => {
  await open('/verify-email?key=k', answers);
  expect(await screen.findByText(text)).toBeTruthy();
});

test('without a key the mail can be sent again, then the cool-down is counted', async () => {
  const requests = await open('/verify-email?email=ada@example.com', { [RESEND]: { body: { status: 200 } } });
  await userEvent.click(screen.getByRole('button', { name: 'Resend verification email' }));
  expect(await screen.findByText(/a new link is on its way/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Resend in (3:00|2:59)$/ })).toHaveProperty('disabled', true);
  expect(requests.at(-1)?.body).toEqual({ email: 'ada@example.com' });
});

test('an address is needed for that', async () => {
  await open('/verify-email', {});
  await userEvent.click(screen.getByRole('button', { name: 'Resend verification email' }));
  expect(screen.getByText('Email address is missing')).toBeTruthy();
});
