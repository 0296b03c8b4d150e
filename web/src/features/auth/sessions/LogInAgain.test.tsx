import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type FakeAnswer, fakeServer } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { CUSTOMER, FREELANCER } from '../../../testing/users.ts';
import {
  askToLogInAgain,
  onceSessionResumes,
  personToLogIn,
  sessionResumed,
} from '../../../lib/ended-session.ts';
import { LogInAgain } from './LogInAgain.tsx';

const AUTH = '/api/_allauth/browser/v1';
const sessionOf = (user: typeof FREELANCER): Record<string, FakeAnswer> => ({
  [`GET ${AUTH}/auth/session`]: { body: { data: { user: { id: user.id } } } },
  [`GET /api/users/${user.id}/`]: { body: user },
});

afterEach(() => {
  sessionResumed();
  vi.unstubAllGlobals();
});

async function logIn(answer: FakeAnswer, user = FREELANCER) {
  const requests = fakeServer({ [`POST ${AUTH}/auth/login`]: answer, ...sessionOf(user) });
  const goOn = vi.fn<() => void>();
  askToLogInAgain(FREELANCER);
  onceSessionResumes(goOn);
  await renderScreen(<LogInAgain user={FREELANCER} />);
  await userEvent.type(screen.getByLabelText('Password'), 'secret-1{Enter}');
  return { requests, goOn };
}

test('the user of an ended session logs in, and the waiting request continues', async () => {
  const { requests, goOn } = await logIn({ body: { status: 200 } });
  await waitFor(() => expect(goOn).toHaveBeenCalledOnce());
  expect(personToLogIn()).toBeNull();
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    username: 'ada',
    password: 'secret-1',
  });
});

test('a wrong password shows an error, and nothing continues', async () => {
  const { goOn } = await logIn({ status: 400, body: { errors: [{ message: 'Not correct.', code: 'x' }] } });
  expect(await screen.findByText('Not correct.')).toBeDefined();
  expect(goOn).not.toHaveBeenCalled();
});

test("another user's session in the same browser is not used", async () => {
  const { goOn } = await logIn({ status: 409, body: { status: 409 } }, CUSTOMER);
  expect(await screen.findByText(/^Someone else is logged in/)).toBeDefined();
  expect(goOn).not.toHaveBeenCalled();
  expect(personToLogIn()).toEqual(FREELANCER);
});

const CREDENTIAL = {
  id: 'AQID',
  rawId: new Uint8Array([1, 2, 3]).buffer,
  type: 'public-key',
  response: {
    clientDataJSON: new ArrayBuffer(1),
    authenticatorData: new ArrayBuffer(1),
    signature: new ArrayBuffer(1),
  },
  getClientExtensionResults: () => ({}),
};

/** A browser with a passkey of `user`; null for a person who dismisses the prompt. */
async function logInByPasskey(user: typeof FREELANCER, credential: typeof CREDENTIAL | null = CREDENTIAL) {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', vi.fn());
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      get: async () => {
        if (!credential) throw new DOMException('closed', 'NotAllowedError');
        return credential;
      },
    },
  });
  const publicKey = { challenge: 'AQID', rpId: 'localhost', allowCredentials: [] };
  const requests = fakeServer({
    [`GET ${AUTH}/auth/webauthn/login`]: { body: { data: { request_options: { publicKey } } } },
    [`POST ${AUTH}/auth/webauthn/login`]: { body: { status: 200 } },
    [`DELETE ${AUTH}/auth/session`]: { status: 401, body: { status: 401 } },
    ...sessionOf(user),
  });
  const goOn = vi.fn<() => void>();
  askToLogInAgain(FREELANCER);
  onceSessionResumes(goOn);
  await renderScreen(<LogInAgain user={FREELANCER} />);
  await userEvent.click(screen.getByRole('button', { name: 'Use a passkey' }));
  return { requests, goOn };
}

test('a passkey logs the user in again, and the waiting request continues', async () => {
  const { requests, goOn } = await logInByPasskey(FREELANCER);
  await waitFor(() => expect(goOn).toHaveBeenCalledOnce());
  expect(requests.filter(({ method }) => method !== 'GET').map(({ path }) => path)).toEqual([
    `${AUTH}/auth/webauthn/login`,
  ]);
});

test('a passkey of another account is logged out at once, with a message', async () => {
  const { requests, goOn } = await logInByPasskey(CUSTOMER);
  expect(await screen.findByText(/^This passkey belongs to another account/)).toBeDefined();
  expect(requests.some(({ method, path }) => method === 'DELETE' && path === `${AUTH}/auth/session`)).toBe(
    true,
  );
  expect(goOn).not.toHaveBeenCalled();
  expect(personToLogIn()).toEqual(FREELANCER);
});

test('a dismissed prompt leaves the dialog as it was', async () => {
  const { requests, goOn } = await logInByPasskey(FREELANCER, null);
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
  expect(goOn).not.toHaveBeenCalled();
});
