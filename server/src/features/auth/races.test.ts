import { expect, test } from 'vitest';
import { AUTH, isSignedIn, logIn, PASSWORD } from '../../testing/accounts.ts';
import type { Browser } from '../../testing/browser.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const NEW = 'a quiet harbour';
const THIEVES = 8;

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

/**
 * Logs in with the old password again and again while `change` runs, so that some logins find the account before the
 * change and start their session after it. Returns how many are signed in at the end.
 */
async function survivorsOf(username: string, change: () => Promise<{ statusCode: number }>): Promise<number> {
  const thieves: Browser[] = [];
  const done = new AbortController();
  const keepLoggingIn = async () => {
    while (!done.signal.aborted) {
      const thief = setup.createBrowser();
      thieves.push(thief);
      await logIn(thief, username);
    }
  };
  const all = Promise.all(Array.from({ length: THIEVES }, keepLoggingIn));
  expect((await change()).statusCode).toBe(200);
  done.abort();
  await all;
  const signedIn = await Promise.all(thieves.map(isSignedIn));
  return signedIn.filter(Boolean).length;
}

test('a login with the old password that is under way during a reset begins no session after it', async () => {
  const { username, email } = await setup.registerAccount('resets-meanwhile');
  const guest = setup.createBrowser();
  await guest.post(`${AUTH}/auth/password/request`, { email });
  const key = await setup.mailedToken(email);
  const reset = () => guest.post(`${AUTH}/auth/password/reset`, { key, password: NEW });
  expect(await survivorsOf(username, reset)).toBe(0);
  expect(await isSignedIn(guest)).toBe(true);
});

test('a login with the old password that is under way during a change begins no session after it', async () => {
  const { username, browser } = await setup.registerAccount('changes-meanwhile');
  const change = () =>
    browser.post(`${AUTH}/account/password/change`, { current_password: PASSWORD, new_password: NEW });
  expect(await survivorsOf(username, change)).toBe(0);
  expect(await isSignedIn(browser)).toBe(true);
});

test('a confirmation of the old password that is under way during a reset begins no session after it', async () => {
  const { username, email } = await setup.registerAccount('confirms-meanwhile');
  const thieves = Array.from({ length: THIEVES }, () => setup.createBrowser());
  for (const thief of thieves) await logIn(thief, username);
  const guest = setup.createBrowser();
  await guest.post(`${AUTH}/auth/password/request`, { email });
  const key = await setup.mailedToken(email);
  const done = new AbortController();
  const keepConfirming = async (thief: Browser) => {
    while (!done.signal.aborted) await thief.post(`${AUTH}/auth/reauthenticate`, { password: PASSWORD });
  };
  const all = Promise.all(thieves.map(keepConfirming));
  expect((await guest.post(`${AUTH}/auth/password/reset`, { key, password: NEW })).statusCode).toBe(200);
  done.abort();
  await all;
  expect(await Promise.all(thieves.map(isSignedIn))).toEqual(thieves.map(() => false));
});
