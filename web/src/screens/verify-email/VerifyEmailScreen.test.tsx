import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
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
