import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@vitrin/shared/contract/users.ts';
import { expect, test } from 'vitest';
import { setCurrentUser } from '../../features/auth/api.ts';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { CUSTOMER, FREELANCER } from '../../testing/users.ts';
import { useConfirmation } from './confirmation/use-confirmation.ts';
import { EmailsSection } from './EmailsSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';

const AUTH = '/api/_allauth/browser/v1';
const SIGNED_IN = {
  [`GET ${AUTH}/auth/session`]: { body: { data: { user: { id: CUSTOMER.id, has_usable_password: true } } } },
  [`GET /api/users/${CUSTOMER.id}/`]: { body: CUSTOMER },
  [`GET ${AUTH}/account/authenticators`]: { body: { data: [] } },
};

const FIRST = { email: 'first@example.com', verified: true, primary: true };
const SECOND = { email: 'second@example.com', verified: true, primary: false };

test('a removed address disappears from the list, with a message', async () => {
  const addresses = [FIRST, SECOND];
  const requests = fakeServer({
    ...SIGNED_IN,
    [`GET ${AUTH}/account/email`]: () => ({ body: { data: addresses } }),
    [`DELETE ${AUTH}/account/email`]: () => {
      addresses.pop();
      return { body: { data: addresses } };
    },
  });
  await renderScreen(<EmailsOf user={CUSTOMER} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for second@example.com' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  const question = await screen.findByRole('dialog');
  await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('The address was removed.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('second@example.com')).toBeNull());
  expect(requests.find(({ method }) => method === 'DELETE')?.body).toEqual({ email: 'second@example.com' });
});

test('the primary address of several cannot be removed', async () => {
  fakeServer({ ...SIGNED_IN, [`GET ${AUTH}/account/email`]: { body: { data: [FIRST, SECOND] } } });
  await renderScreen(<EmailsOf user={CUSTOMER} />);
  expect(await screen.findByText('second@example.com')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Actions for first@example.com' })).toBeNull();
});

function EmailsOf({ user }: { user: User }) {
  setCurrentUser(user);
  useConfirmation();
  return <EmailsSection />;
}

test.each([
  [FREELANCER, 0],
  [CUSTOMER, 1],
])(
  'the only address of a freelancer offers no removal, a client logs in without one',
  async (user, count) => {
    fakeServer({
      [`GET ${AUTH}/auth/session`]: { body: { data: { user: { id: user.id } } } },
      [`GET /api/users/${user.id}/`]: { body: user },
      [`GET ${AUTH}/account/email`]: { body: { data: [FIRST] } },
    });
    await renderScreen(<EmailsOf user={user} />);
    expect(await screen.findByText('first@example.com')).toBeTruthy();
    expect(screen.queryAllByRole('button', { name: 'Actions for first@example.com' })).toHaveLength(count);
  },
);

test("a freelancer's only verified address cannot be removed beside an unverified primary one", async () => {
  const waiting = { email: 'new@example.com', verified: false, primary: true };
  fakeServer({
    [`GET ${AUTH}/auth/session`]: { body: { data: { user: { id: FREELANCER.id } } } },
    [`GET /api/users/${FREELANCER.id}/`]: { body: FREELANCER },
    [`GET ${AUTH}/account/email`]: { body: { data: [waiting, SECOND] } },
  });
  await renderScreen(<EmailsOf user={FREELANCER} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for second@example.com' }));
  expect(await screen.findByRole('menuitem', { name: 'Make primary' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Remove' })).toBeNull();
});

const LATE: FakeAnswer = {
  status: 401,
  body: {
    status: 401,
    data: { flows: [{ id: 'reauthenticate' }] },
    meta: { is_authenticated: true },
  },
};

/** Addresses of a session that began too long ago; `confirm` with `right` makes it recent. */
async function addLate() {
  let isRecent = false;
  const requests = fakeServer({
    ...SIGNED_IN,
    [`GET ${AUTH}/account/email`]: { body: { data: [FIRST] } },
    [`POST ${AUTH}/account/email`]: () => (isRecent ? { body: { data: [FIRST, SECOND] } } : LATE),
    [`POST ${AUTH}/auth/reauthenticate`]: (request) => {
      isRecent = (request.body as { password: string }).password === 'right';
      if (isRecent) return { body: { status: 200 } };
      return { status: 400, body: { errors: [{ message: 'Not right.', code: 'x', param: 'password' }] } };
    },
  });
  await renderScreen(<EmailsOf user={CUSTOMER} />);
  await userEvent.type(await screen.findByLabelText('New email address'), SECOND.email);
  await userEvent.click(screen.getByRole('button', { name: 'Add address' }));
  return { requests, dialog: within(await screen.findByRole('dialog', { name: 'Is it you?' })) };
}

test('an account without a password confirms by a mailed code', async () => {
  let isRecent = false;
  const requests = fakeServer({
    ...SIGNED_IN,
    [`GET ${AUTH}/auth/session`]: {
      body: { data: { user: { id: CUSTOMER.id, has_usable_password: false } } },
    },
    [`GET ${AUTH}/config`]: { body: { data: {} } },
    [`GET ${AUTH}/account/providers`]: { body: { data: [] } },
    [`GET ${AUTH}/account/email`]: () => ({ body: { data: isRecent ? [FIRST, SECOND] : [FIRST] } }),
    [`POST ${AUTH}/account/email`]: () => (isRecent ? { body: { data: [FIRST, SECOND] } } : LATE),
    [`POST ${AUTH}/auth/code/reauthenticate/request`]: { body: { status: 200 } },
    [`POST ${AUTH}/auth/code/reauthenticate`]: (request) => {
      isRecent = (request.body as { code: string }).code === '123456';
      return { body: { status: 200 } };
    },
  });
  await renderScreen(<EmailsOf user={CUSTOMER} />);
  await userEvent.type(await screen.findByLabelText('New email address'), SECOND.email);
  await userEvent.click(screen.getByRole('button', { name: 'Add address' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'Email me a code' }));
  expect(await dialog.findByText(/^We emailed a code to first@example.com/)).toBeTruthy();
  expect(dialog.queryByText(/Log out and in again/)).toBeNull();
  await userEvent.type(dialog.getByLabelText('Code'), '123456');
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('second@example.com')).toBeTruthy();
  expect(requests.filter(({ path }) => path.includes('reauthenticate')).map(({ body }) => body)).toEqual([
    null,
    { code: '123456' },
  ]);
});

test('a change long after the login is made once the person has confirmed it', async () => {
  const { requests, dialog } = await addLate();
  await userEvent.type(await dialog.findByLabelText('Password'), 'wrong');
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await dialog.findByText('Not right.')).toBeTruthy();
  await userEvent.clear(dialog.getByLabelText('Password'));
  await userEvent.type(dialog.getByLabelText('Password'), 'right');
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText(/We sent a link to second@example.com/)).toBeTruthy();
  const added = requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/account/email'));
  expect(added.map(({ body }) => body)).toEqual([{ email: SECOND.email }, { email: SECOND.email }]);
});

test('a dismissed question changes nothing, with a message', async () => {
  const { requests, dialog } = await addLate();
  await userEvent.click(await dialog.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText(/Nothing was changed/)).toBeTruthy();
  expect(requests.filter(({ path }) => path.endsWith('/auth/reauthenticate'))).toEqual([]);
});

async function changePassword(answer: FakeAnswer, confirmation = 'secret-2') {
  const requests = fakeServer({ ...SIGNED_IN, [`POST ${AUTH}/account/password/change`]: answer });
  await typePasswords(confirmation);
  return requests;
}

async function typePasswords(confirmation = 'secret-2') {
  await renderScreen(<PasswordOfCustomer />);
  await userEvent.type(await screen.findByLabelText('Current password'), 'secret-1');
  await userEvent.type(screen.getByLabelText('New password'), 'secret-2');
  await userEvent.type(screen.getByLabelText('Confirm password'), confirmation);
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
}

function PasswordOfCustomer() {
  setCurrentUser(CUSTOMER);
  return <PasswordSection />;
}

test('a wrong current password shows an error at its field', async () => {
  await changePassword({
    status: 400,
    body: { errors: [{ message: 'Not right.', code: 'x', param: 'current_password' }] },
  });
  expect(await screen.findByText('Not right.')).toBeTruthy();
});

test('the current password is the proof for its own change, so it is requested once', async () => {
  let isRecent = false;
  const requests = fakeServer({
    ...SIGNED_IN,
    [`POST ${AUTH}/account/password/change`]: () => (isRecent ? { body: { status: 200 } } : LATE),
    [`POST ${AUTH}/auth/reauthenticate`]: () => {
      isRecent = true;
      return { body: { status: 200 } };
    },
  });
  await typePasswords();
  expect(await screen.findByText('Your password was changed.')).toBeTruthy();
  const proof = requests.find(({ path }) => path.endsWith('/auth/reauthenticate'));
  expect(proof?.body).toEqual({ password: 'secret-1' });
});

test('two different new passwords are not sent', async () => {
  const requests = await changePassword({ body: { status: 200 } }, 'secret-3');
  expect(await screen.findByText('Passwords do not match')).toBeTruthy();
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
});

test('this device is first and cannot be signed out from here', async () => {
  const session = {
    ip: '192.0.2.1',
    user_agent: 'curl',
    created_at: 1_763_000_000,
    last_seen_at: 1_763_100_000,
  };
  const passkey = { type: 'webauthn', id: 3, name: 'Phone', created_at: 1_763_000_000, last_used_at: null };
  const last_uses = { code: 1_763_000_000 };
  fakeServer({
    ...SIGNED_IN,
    [`GET ${AUTH}/auth/session`]: {
      body: { data: { user: { id: CUSTOMER.id, has_usable_password: true, last_uses } } },
    },
    [`GET ${AUTH}/account/email`]: { body: { data: [FIRST] } },
    [`GET ${AUTH}/account/providers`]: { body: { data: [] } },
    [`GET ${AUTH}/account/authenticators`]: { body: { data: [passkey] } },
    [`GET ${AUTH}/auth/sessions`]: {
      body: {
        data: [
          { ...session, id: 1, is_current: false },
          { ...session, id: 2, is_current: true, methods: [{ method: 'code', at: 1_763_000_000 }] },
        ],
      },
    },
  });
  await renderScreen(<SessionsSection />);
  const devices = within(await screen.findByRole('list', { name: 'Logged-in devices' }));
  const rows = devices.getAllByRole('listitem');
  expect(rows[0]?.textContent).toContain('This device');
  expect(rows[0]?.textContent).toContain('by emailed code');
  expect(rows[1]?.textContent).not.toContain('by emailed');
  const list = within(screen.getByRole('list', { name: 'Ways to log in' }));
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(3));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'PasswordNo use recorded yet',
    expect.stringMatching(/^Code by emailLast used: /),
    'Passkey: PhoneNo use recorded yet',
  ]);
  expect(screen.getAllByRole('button', { name: /^Log out/ })).toHaveLength(1);
});
