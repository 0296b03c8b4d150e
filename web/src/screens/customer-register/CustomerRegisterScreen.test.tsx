import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { GuestHeader } from '../../layout/shells/GuestHeader.tsx';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { CustomerRegisterScreen } from './CustomerRegisterScreen.tsx';

const AT = '/customer-register?token=t';
const LINK = {
  token: 't',
  kind: 'invitation',
  username: 'bora',
  freelancer: 'ada',
  face: null,
  work: null,
  has_identities: false,
  passkey: null,
};

async function open(link: object = LINK) {
  fakeServer({ 'GET /api/users/verify_token/': { body: link } });
  await renderScreen(<CustomerRegisterScreen />, { at: AT });
  await screen.findByLabelText('Password');
}

const foldOf = (field: HTMLElement) => field.closest('details')?.open;

test('the link names the freelancer with work to show, not the reader', async () => {
  await open();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('ada has work to show you');
  expect(document.title).toBe('ada has work to show you · Vitrin');
  expect(screen.getByText('Choose a password to open it.')).toBeTruthy();
});

test('a link without a freelancer welcomes the reader by username', async () => {
  await open({ ...LINK, freelancer: null });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome, bora');
});

test('it shows the waiting work: its name and its cover, and none that cannot be loaded', async () => {
  const cover = '/api/invitations/cover/?token=t';
  await open({ ...LINK, work: { project: 'Harbour posters', cover } });
  expect(screen.getByText('Harbour posters')).toBeTruthy();
  const picture = document.querySelector(`img[src="${cover}"]`);
  expect(picture).not.toBeNull();
  if (picture) fireEvent.error(picture);
  expect(document.querySelector('img')).toBeNull();
  expect(screen.getByText('Harbour posters')).toBeTruthy();
});

test('the username is shown once, and the cursor is in the password', async () => {
  await open();
  expect(screen.queryByText(/bora/)).toBeNull();
  expect(screen.getByLabelText('Your username')).toHaveProperty('value', 'bora');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
});

test('one field for the password is sent as both', async () => {
  const requests = fakeServer({ 'GET /api/users/verify_token/': { body: LINK } });
  await renderScreen(<CustomerRegisterScreen />, { at: AT });
  await userEvent.type(await screen.findByLabelText('Password'), 'secret-1');
  expect(screen.queryByLabelText('Confirm password')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'See the work' }));
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    reset_token: 't',
    password: 'secret-1',
    password_confirm: 'secret-1',
  });
});

test('the address field is folded with a reason, and does not hide an error', async () => {
  await open();
  const email = screen.getByLabelText('Email (optional)');
  expect(foldOf(email)).toBe(false);
  expect(screen.getByText(/For news about your projects/)).toBeTruthy();
  await userEvent.click(screen.getByText('Add an email address'));
  expect(foldOf(email)).toBe(true);
  await userEvent.type(email, 'no address');
  await userEvent.click(screen.getByText('Add an email address'));
  await userEvent.click(screen.getByRole('button', { name: 'See the work' }));
  expect(foldOf(email)).toBe(true);
});

const OPTIONS = {
  creation_options: {
    publicKey: {
      challenge: 'AQID',
      rp: { id: 'localhost', name: 'Vitrin localhost' },
      user: { id: 'AQID', name: 'bora', displayName: 'bora' },
      pubKeyCredParams: [],
    },
  },
};
const USER = { data: { user: { id: 7 } } };
const bytes = () => new Uint8Array([1, 2, 3]).buffer;
const CREDENTIAL = {
  id: 'AQID',
  rawId: bytes(),
  type: 'public-key',
  response: { clientDataJSON: bytes(), attestationObject: bytes() },
  getClientExtensionResults: () => ({}),
};

/** Opens the invitation in a browser with passkeys, on a device with a screen lock unless `hasOwnLock` is false. */
async function openWithPasskeys(
  routes: Parameters<typeof fakeServer>[0],
  { passkey = 'alone', hasOwnLock = true } = {},
) {
  const make = vi.fn<() => Promise<unknown>>(async () => CREDENTIAL);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(vi.fn(), { isUserVerifyingPlatformAuthenticatorAvailable: async () => hasOwnLock }),
  );
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: make } });
  const link = { ...LINK, passkey, mailed_to: passkey === 'with_code' ? 'bora@example.com' : null };
  const requests = fakeServer({
    'GET /api/users/verify_token/': { body: link },
    'POST /api/users/invitation_opened/': { status: 204 },
    'GET /api/users/invitation_passkey/': { body: OPTIONS },
    'POST /api/users/invitation_passkey/': { body: { detail: 'Made.' } },
    ...routes,
  });
  await renderScreen(<CustomerRegisterScreen />, { at: AT });
  await screen.findByLabelText('Password');
  return { requests, make };
}

const passkeyButton = () => screen.findByRole('button', { name: 'Use a passkey instead of a password' });
const sentPasskey = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path === '/api/users/invitation_passkey/';

test.each([
  ['alone', /this is your only way in: if you lose it, your freelancer can invite you again/],
  ['with_code', /anywhere else with a code emailed to bora@example\.com/],
])('a passkey is offered, and recovering an account that has it is explained %s', async (passkey, words) => {
  await openWithPasskeys({}, { passkey });
  const button = await passkeyButton();
  const hint = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toMatch(words);
});

test('no passkey is offered on a device without a screen lock, or if the server offers none', async () => {
  const { make } = await openWithPasskeys({}, { hasOwnLock: false });
  await waitFor(() => expect(document.querySelector('[class*="Skeleton"]')).toBeNull());
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull();
  expect(make).not.toHaveBeenCalled();
});

test('one press makes the passkey, sends it with the typed address, and signs in', async () => {
  const { requests, make } = await openWithPasskeys({
    'GET /api/_allauth/browser/v1/auth/session': { body: USER },
    'GET /api/users/7/': { body: { id: 7, username: 'bora', user_type: 'customer' } },
    'GET /api/projects/': { body: { count: 0, results: [] } },
  });
  await userEvent.click(screen.getByText('Add an email address'));
  await userEvent.type(screen.getByLabelText('Email (optional)'), 'no address');
  await userEvent.click(await passkeyButton());
  expect(make).not.toHaveBeenCalled();
  await userEvent.clear(screen.getByLabelText('Email (optional)'));
  await userEvent.type(screen.getByLabelText('Email (optional)'), 'bora@example.com');
  await userEvent.click(await passkeyButton());
  await waitFor(() => expect(requests.filter(sentPasskey)).toHaveLength(1));
  expect(make).toHaveBeenCalledOnce();
  expect(requests.find(sentPasskey)?.body).toMatchObject({
    token: 't',
    email: 'bora@example.com',
    credential: { id: 'AQID', response: { attestationObject: 'AQID' } },
  });
  await waitFor(() => expect(requests.some(({ path }) => path.startsWith('/api/projects/'))).toBe(true));
});

test('after a lost answer another press continues with the session that the first press began', async () => {
  let isLost = true;
  const { requests, make } = await openWithPasskeys({
    'GET /api/users/invitation_passkey/': () =>
      isLost ? { body: OPTIONS } : { status: 410, body: { detail: 'Used.', username: 'bora' } },
    'POST /api/users/invitation_passkey/': () => {
      isLost = false;
      throw new TypeError('Failed to fetch');
    },
    'GET /api/_allauth/browser/v1/auth/session': { body: USER },
    'GET /api/users/7/': { body: { id: 7, username: 'bora', user_type: 'customer' } },
    'GET /api/projects/': { body: { count: 0, results: [] } },
  });
  await userEvent.click(await passkeyButton());
  expect(await screen.findByRole('alert')).toBeTruthy();
  await userEvent.click(await passkeyButton());
  await waitFor(() => expect(requests.some(({ path }) => path.startsWith('/api/projects/'))).toBe(true));
  expect(make).toHaveBeenCalledOnce();
});

test('a dismissed prompt of the browser is reported and leaves both ways open', async () => {
  const { requests, make } = await openWithPasskeys({});
  make.mockRejectedValueOnce(new DOMException('closed', 'NotAllowedError'));
  await userEvent.click(await passkeyButton());
  expect(await screen.findByText('No passkey was created. Try again, or choose a password.')).toBeTruthy();
  expect(requests.some(sentPasskey)).toBe(false);
  expect(screen.getByRole('button', { name: 'See the work' })).toHaveProperty('disabled', false);
});

test.each([
  [AT, 0],
  ['/password-reset?token=t', 1],
])('the header at %s has %i button to log in', async (at, count) => {
  await renderScreen(<GuestHeader />, { at });
  expect(screen.queryAllByRole('link', { name: 'Log in' })).toHaveLength(count);
});
