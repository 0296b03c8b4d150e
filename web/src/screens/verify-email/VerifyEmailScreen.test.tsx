import { numberOf } from '../../lib/text-number.ts';
import { act, screen, waitFor } from '@testing-library/react';
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

let rendered: Awaited<ReturnType<typeof renderScreen>>;

async function open(at: string, answers: Record<string, FakeAnswer>) {
  const requests = fakeServer(answers);
  rendered = await renderScreen(<VerifyEmailScreen />, { at });
  return requests;
}

test('with a key it verifies by itself and leads to login', async () => {
  const requests = await open('/verify-email?key=k', {
    [LOOKUP]: { body: { email: 'ada@example.com', verified: false, username: 'ada', face: null } },
    [VERIFY]: { status: 401, body: { data: { flows: [] } } },
  });
  expect(await screen.findByText('Your email is verified')).toBeTruthy();
  const { router } = rendered;
  await userEvent.click(screen.getByRole('link', { name: 'Go to login' }));
  expect(router.state.location.state).toEqual({ username: 'ada' });
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ key: 'k' });
});

test('after signing up in this browser the person is signed in', async () => {
  await open('/verify-email?key=k', {
    [LOOKUP]: { body: { email: 'ada@example.com', verified: false, username: 'ada', face: null } },
    [VERIFY]: { body: { status: 200 } },
    [`GET ${AUTH}/auth/session`]: { body: { data: { user: { id: FREELANCER.id } } } },
    [`GET /api/users/${FREELANCER.id}/`]: { body: FREELANCER },
  });
  expect(await screen.findByText('ada@example.com is confirmed. You are logged in as ada.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the dashboard' }).getAttribute('href')).toBe('/dashboard');
});

test('a signed-in user reads the outcome and continues without a login', async () => {
  setCurrentUser(FREELANCER);
  fakeServer({
    [LOOKUP]: { body: { email: 'new@example.com', verified: false, username: 'ada', face: null } },
    [VERIFY]: { body: { status: 200 } },
    [`GET ${AUTH}/auth/session`]: { body: { data: { user: { id: FREELANCER.id } } } },
    [`GET /api/users/${FREELANCER.id}/`]: { body: FREELANCER },
  });
  await renderScreen(<VerifyEmailScreen />, { at: '/verify-email?key=k' });
  expect(await screen.findByText('new@example.com is confirmed. You are logged in as ada.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the dashboard' }).getAttribute('href')).toBe('/dashboard');
});

const FACE = {
  logo: null,
  accent: { light: '#7a4b00', dark: '#ffcc00', dark_text: '#ffcc00' },
  greeting: null,
  contact: null,
};

const verifiedInAnotherTab = (email: string) =>
  act(() =>
    dispatchEvent(new StorageEvent('storage', { key: 'verified-email', newValue: String(numberOf(email)) })),
  );

test('the waiting tab notices when another one has verified its address, and no other address', async () => {
  await open('/verify-email?email=Ada@example.com', {});
  void verifiedInAnotherTab('somebody@example.com');
  expect(screen.getByText('Verify your email')).toBeTruthy();
  void verifiedInAnotherTab('ada@example.com');
  expect(await screen.findByText('Your email is verified')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to login' })).toBeTruthy();
});

test('a waiting tab that was suspended notices when it is shown', async () => {
  await open('/verify-email?email=ada@example.com', {});
  localStorage.setItem('verified-email', String(numberOf('ada@example.com')));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText('Your email is verified')).toBeTruthy();
  expect(localStorage.getItem('verified-email')).toBeNull();
});

test("a client sees the freelancer's face, which the mail did not show", async () => {
  await open('/verify-email?key=k', {
    [LOOKUP]: {
      body: { email: 'a@b.co', verified: false, username: 'ada', face: { ...FACE, name: 'Stüdyo Ada' } },
    },
    [VERIFY]: { status: 401, body: { data: { flows: [] } } },
  });
  expect(await screen.findByText('Stüdyo Ada')).toBeTruthy();
  expect(document.documentElement.style.getPropertyValue('--face-light')).toBe(FACE.accent.light);
});

test.each([
  ['en', 'This verification link no longer works. Nothing was changed.'],
  ['tr', 'Bu doğrulama bağlantısı artık geçerli değil. Hiçbir şey değişmedi.'],
] as const)(
  'with a dead key people who are signed in go to the dashboard with a notice: %s',
  async (language, notice) => {
    setCurrentUser(FREELANCER);
    fakeServer({
      [LOOKUP]: { status: 404, body: { detail: 'Not found.' } },
      [`GET ${AUTH}/auth/session`]: { body: { data: { user: { id: FREELANCER.id } } } },
      [`GET /api/users/${FREELANCER.id}/`]: { body: FREELANCER },
    });
    const { router } = await renderScreen(<VerifyEmailScreen />, { at: '/verify-email?key=k', language });
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(await screen.findByText(notice)).toBeTruthy();
  },
);

test('a used key is not used again', async () => {
  const requests = await open('/verify-email?key=k', {
    [LOOKUP]: { body: { email: 'ada@example.com', verified: true, username: 'ada', face: null } },
  });
  expect(await screen.findByText('Your email is already verified')).toBeTruthy();
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
});

test.each([
  [{ [LOOKUP]: { status: 404, body: { detail: 'Not found.' } } }, 'Invalid verification link'],
  [{ [LOOKUP]: { status: 500 } }, 'The address for this link could not be read. Please try again.'],
  [
    {
      [LOOKUP]: { body: { email: 'a@b.co', verified: false, username: 'ada', face: null } },
      [VERIFY]: { status: 400, body: { errors: [{ message: 'Address taken.', code: 'email_taken' }] } },
    },
    'Address taken.',
  ],
  [
    {
      [LOOKUP]: { body: { email: 'a@b.co', verified: false, username: 'ada', face: null } },
      [VERIFY]: { status: 400, body: {} },
    },
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

const CORRECT = 'POST /api/users/change_unverified_email/';

async function correct(answer: FakeAnswer) {
  const requests = fakeServer({ [CORRECT]: answer });
  const { router } = await renderScreen(<VerifyEmailScreen />, { at: '/verify-email?email=ada@exmaple.com' });
  await act(() => router.navigate('/verify-email?email=ada@exmaple.com', { state: { username: 'ada' } }));
  await userEvent.click(screen.getByRole('button', { name: 'Wrong address?' }));
  expect(screen.getByLabelText('Username')).toHaveProperty('value', 'ada');
  expect(document.activeElement).toBe(screen.getByLabelText('Right address'));
  await userEvent.type(screen.getByLabelText('Right address'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'secret-1');
  await userEvent.click(screen.getByRole('button', { name: 'Correct address' }));
  return { requests, router };
}

test('a mistyped address is corrected in place, and the screen waits for the new one', async () => {
  const { requests, router } = await correct({ body: { detail: 'Sent.' } });
  await waitFor(() => expect(router.state.location.search).toBe('?email=ada%40example.com'));
  expect(router.state.location.state).toEqual({ username: 'ada' });
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    username: 'ada',
    password: 'secret-1',
    email: 'ada@example.com',
  });
  expect(await screen.findByText(/We sent a link to ada@example.com. Open it/)).toBeTruthy();
  expect(screen.queryByLabelText('Right address')).toBeNull();
  expect(screen.getByRole('button', { name: /^Resend in/ })).toBeTruthy();
});

test('a wrong password keeps the text typed for the correction', async () => {
  const { router } = await correct({ status: 400, body: { password: ['Not right.'] } });
  expect(await screen.findByText('Not right.')).toBeTruthy();
  expect(screen.getByLabelText('Right address')).toHaveProperty('value', 'ada@example.com');
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'secret-1');
  expect(router.state.location.search).toBe('?email=ada@exmaple.com');
});

test('a correction needs an address', async () => {
  await open('/verify-email', {});
  await userEvent.click(screen.getByRole('button', { name: 'Resend verification email' }));
  expect(screen.getByText('Email address is missing')).toBeTruthy();
});
