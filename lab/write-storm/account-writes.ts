import type { Customer } from '@vitrin/shared/contract/customers.ts';
import { AUTH, PASSWORD } from '../../server/src/testing/accounts.ts';
import { inTurn, NOT_DONE } from './actor.ts';
import type { Write } from './write.ts';

const NEW_PASSWORD = 'a quiet harbour';
/** Status after a step that ends the session: logging out, and signing up before the address is verified. */
const SIGNED_OUT = 401;

/** Signs up with a new account; some use a name or address that is taken. */
export const signUp: Write = ({ visit, random, name }) => {
  const username = `${name}-new-${random.below(200)}`;
  const sent = { username, email: `${username}@example.com`, password: PASSWORD };
  return visit().post(`${AUTH}/auth/signup`, sent);
};

/** Signs up, verifies the address, has the password reset by a mail, and logs in elsewhere with the new one. */
export const resetPassword: Write = ({ visit, linkMailed, random, name }) => {
  const username = `${name}-forgets-${random.below(1_000_000_000)}`;
  const email = `${username}@example.com`;
  const guest = visit();
  const keyMailed = async (path: string, parameter: string) =>
    (await linkMailed(email, path)).searchParams.get(parameter);
  return inTurn(
    [SIGNED_OUT, () => guest.post(`${AUTH}/auth/signup`, { username, email, password: PASSWORD })],
    [
      200,
      async () => guest.post(`${AUTH}/auth/email/verify`, { key: await keyMailed('/verify-email', 'key') }),
    ],
    [SIGNED_OUT, () => guest.delete(`${AUTH}/auth/session`)],
    [200, () => guest.post(`${AUTH}/auth/password/request`, { email })],
    [
      200,
      async () => {
        const key = await keyMailed('/password-reset', 'token');
        return guest.post(`${AUTH}/auth/password/reset`, { key, password: NEW_PASSWORD });
      },
    ],
    // The reset has signed this browser in.
    [200, () => visit().post(`${AUTH}/auth/login`, { username, password: NEW_PASSWORD })],
  );
};

/** Invites a customer, who sets a password by the link, changes it, logs out and logs in again. */
export const welcomeCustomer: Write = async ({ browser, visit, random, name }) => {
  const username = `${name}-guest-${random.below(1_000_000)}`;
  const invited = await browser.post('/api/users/', { username });
  if (invited.statusCode !== 201) return invited;
  const { reset_token } = invited.json<Customer>();
  const guest = visit();
  const chosen = { reset_token, password: PASSWORD, password_confirm: PASSWORD };
  const passwords = { current_password: PASSWORD, new_password: NEW_PASSWORD };
  return inTurn(
    [200, () => guest.post('/api/users/reset_password/', chosen)],
    [200, () => guest.post(`${AUTH}/account/password/change`, passwords)],
    [SIGNED_OUT, () => guest.delete(`${AUTH}/auth/session`)],
    [200, () => guest.post(`${AUTH}/auth/login`, { username, password: NEW_PASSWORD })],
  );
};

/**
 * Returns with a session last seen long ago, which updates the times at which it and the person were seen. Then
 * logs out: an account has a limited number of sessions, and the oldest is removed first.
 */
export const comeBack: Write = async ({ signInElsewhere }) => {
  const browser = await signInElsewhere({ hoursAgo: 2 });
  const seen = await browser.get(`${AUTH}/auth/session`);
  if (seen.statusCode !== 200) return seen;
  const left = await browser.delete(`${AUTH}/auth/session`);
  if (left.statusCode !== SIGNED_OUT) return left;
  const isNoted = seen.cookies.some(({ name }) => name === 'sessionid');
  return isNoted ? seen : NOT_DONE;
};

export const cancelPlan: Write = ({ browser }) => browser.post('/api/subscription/cancel/');

/** Keeps a cancelled plan after all. */
export const keepPlan: Write = ({ browser }) => browser.post('/api/subscription/resume/');
