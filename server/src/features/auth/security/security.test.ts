import { afterAll, expect, test } from 'vitest';
import type { EmailAddress } from '@vitrin/shared/contract/account/auth.ts';
import { AUTH, errorCodes, isSignedIn, logIn, PASSWORD } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { startSocialLogin } from '../../../testing/social-login.ts';
import { guestTests } from '../../../testing/shared-test-app.ts';

const EMAIL = `${AUTH}/account/email`;
const RECLAIM = '/api/users/take_back/';
const NEW = 'a quiet harbour';
const DAY = 24 * 3600;

const social = await startSocialLogin();
const { setup, guest } = await guestTests(social.provider.environment);
afterAll(() => social.provider.stop());

async function mailsTo(email: string) {
  await setup.runJobs();
  return setup.mails.filter(({ to }) => to === email);
}
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);

const reclaimKey = async (email: string) =>
  (await setup.mailedLink(email, '/take-back')).searchParams.get('key') ?? '';

async function addVerified(browser: Browser, email: string): Promise<void> {
  await browser.post(EMAIL, { email });
  const key = await setup.mailedKey(email);
  expect((await browser.post(`${AUTH}/auth/email/verify`, { key })).statusCode).toBe(200);
}

/** Changes by an intruder at an open session. */
async function takeOver(browser: Browser, owner: string, attacker: string): Promise<void> {
  await addVerified(browser, attacker);
  expect((await browser.patch(EMAIL, { email: attacker, primary: true })).statusCode).toBe(200);
  expect((await browser.delete(EMAIL, { email: owner })).statusCode).toBe(200);
}

test('every change of addresses is mailed to each previously verified address, with the change, its time and its place', async () => {
  const { browser, email } = await setup.registerAccount('receives');
  const added = 'receives-2@example.com';
  await addVerified(browser, added);
  await browser.patch(EMAIL, { email: added, primary: true });
  await browser.delete(EMAIL, { email });
  const [add, primary, removed] = (await mailsTo(email)).slice(-3);
  expect(add).toMatchObject({ subject: 'An email address was added to your account' });
  expect(primary).toMatchObject({ subject: 'Your account has a new primary address' });
  expect(removed).toMatchObject({ subject: 'An email address was removed from your account' });
  expect(add?.text.replaceAll('\u2060', '')).toContain(added);
  for (const mail of [add, primary, removed]) {
    expect(mail?.text.replaceAll('\u2060', '')).toContain('127.0.0.1');
    expect(mail?.text).toContain('UTC');
    expect(mail?.text).toContain('/take-back?key=');
  }
  // The added address gets mails about later changes, without the link.
  const toAdded = (await mailsTo(added)).filter(({ text }) => !text.includes('/verify-email'));
  expect(toAdded.map(({ subject }) => subject)).toEqual([
    'Your account has a new primary address',
    'An email address was removed from your account',
  ]);
  for (const { text } of toAdded) expect(text).not.toContain('/take-back');
});

test('the owner is notified of a connected and of a disconnected identity', async () => {
  const { browser, email } = await setup.registerAccount('receives-identities');
  await social.connect(browser, {
    sub: 'receives-1',
    email: 'receives@google.example',
    email_verified: true,
  });
  await browser.delete(`${AUTH}/account/providers`, { provider: 'google', account: 'receives-1' });
  expect((await subjectsTo(email)).slice(-2)).toEqual([
    'A Google account was connected to yours',
    'A Google account was disconnected from yours',
  ]);
});

test('the owner is notified of an identity that is linked by its verified address', async () => {
  const { email } = await setup.registerAccount('receives-linking');
  await social.goAndReturn(guest, { sub: 'receives-2', email, email_verified: true });
  expect(await subjectsTo(email)).toContain('A Google account was connected to yours');
});

test('a reset disconnects identities and says so, unless the person keeps them', async () => {
  for (const keep of [false, true]) {
    const name = `resets-${keep ? 'keeping' : 'dropping'}`;
    const { browser, email } = await setup.registerAccount(name);
    await social.connect(browser, { sub: name, email: `${name}@google.example`, email_verified: true });
    await guest.post(`${AUTH}/auth/password/request`, { email });
    const reset_token = await setup.mailedToken(email);
    const info = (await guest.get(`/api/users/verify_token/?token=${reset_token}`)).json();
    expect(info).toMatchObject({ username: name, has_identities: true });
    const passwords = { password: NEW, password_confirm: NEW };
    const used = await guest.post('/api/users/reset_password/', {
      reset_token,
      ...passwords,
      keep_identities: keep,
    });
    expect(used.statusCode).toBe(200);
    const { data } = (await guest.get(`${AUTH}/account/providers`)).json<{ data: object[] }>();
    expect(data).toHaveLength(keep ? 1 : 0);
    const text = (await mailsTo(email)).at(-1)?.text ?? '';
    expect(text.includes('such as Google, can no longer log in')).toBe(!keep);
    await guest.delete(`${AUTH}/auth/session`);
  }
});

test('an account taken over in an open session is recovered by the first address', async () => {
  const { browser, email, username } = await setup.registerAccount('victim');
  const identity = { sub: 'of-attacker', email: 'a@google.example', email_verified: true };
  await social.connect(browser, identity);
  await takeOver(browser, email, 'attacker@example.com');
  const key = await reclaimKey(email);

  for (const method of ['HEAD', 'GET', 'GET'] as const) {
    const look = await guest.request({ method, url: RECLAIM, query: { key } });
    expect([look.statusCode, look.headers['cache-control']]).toEqual([200, 'no-store']);
  }
  expect((await guest.get(`${RECLAIM}?key=${key}`)).json()).toEqual({ username, email });
  expect(await isSignedIn(browser)).toBe(true);

  const uses = await Promise.all([1, 2, 3].map(() => guest.post(RECLAIM, { key })));
  expect(uses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  expect(await isSignedIn(browser)).toBe(false);
  expect(await logIn(setup.createBrowser(), username)).toBe(400);
  const withGoogle = setup.createBrowser();
  await social.goAndReturn(withGoogle, identity);
  expect(await isSignedIn(withGoogle)).toBe(false);

  // The reset is mailed to this address only, and everything that is left belongs to it.
  const token = await setup.mailedToken(email);
  expect((await mailsTo('attacker@example.com')).at(-1)?.text).not.toContain('/password-reset');
  const reset = await guest.post(`${AUTH}/auth/password/reset`, { key: token, password: NEW });
  expect(reset.statusCode).toBe(200);
  expect((await guest.get(EMAIL)).json<{ data: EmailAddress[] }>().data).toEqual([
    { email, verified: true, primary: true },
  ]);
  expect((await guest.get(`${AUTH}/account/providers`)).json()).toMatchObject({ data: [] });
});

test('neither the link nor any key of an attacker works after the account was recovered', async () => {
  const attacker = 'attacker-2@example.com';
  const { browser, email } = await setup.registerAccount('victim-2');
  await takeOver(browser, email, attacker);
  // The attacker's own address has been verified for the longest time by now, and gets a link as well.
  await browser.post(EMAIL, { email: 'attacker-2b@example.com' });
  const keys = [await reclaimKey(attacker)];
  const verification = await setup.mailedKey('attacker-2b@example.com');
  await setup.createBrowser().post(`${AUTH}/auth/password/request`, { email: attacker });
  const token = await setup.mailedToken(attacker);

  // Whichever link is used first, the earlier address prevails in the end.
  expect((await guest.post(RECLAIM, { key: keys[0] })).statusCode).toBe(200);
  expect((await guest.post(RECLAIM, { key: await reclaimKey(email) })).statusCode).toBe(200);
  for (const key of keys) expect((await guest.post(RECLAIM, { key })).statusCode).toBe(400);
  expect(errorCodes(await guest.post(`${AUTH}/auth/email/verify`, { key: verification }))).toEqual([
    'key:invalid_or_expired_key',
  ]);
  const reset = await guest.post(`${AUTH}/auth/password/reset`, { key: token, password: NEW });
  expect(errorCodes(reset)).toEqual(['key:invalid_password_reset']);
});

test('a link that an attacker holds back is invalid once the first address has used its own', async () => {
  const attacker = 'attacker-3@example.com';
  const { browser, email } = await setup.registerAccount('victim-3');
  await takeOver(browser, email, attacker);
  await browser.post(EMAIL, { email: 'attacker-3b@example.com' });
  const [first, later] = [await reclaimKey(email), await reclaimKey(attacker)];
  expect((await guest.post(RECLAIM, { key: first })).statusCode).toBe(200);
  expect((await guest.post(RECLAIM, { key: later })).statusCode).toBe(400);
});

test('a recovery link expires after seven days, and forged ones never work', async () => {
  const { browser, email } = await setup.registerAccount('in-time');
  await addVerified(browser, 'in-time-2@example.com');
  const key = await reclaimKey(email);
  const look = async (one: string) => (await guest.get(`${RECLAIM}?key=${one}`)).statusCode;
  const last = key.endsWith('A') ? 'B' : 'A';
  const forged = ['x', '', `${key.slice(0, -1)}${last}`, key.replace(/^\w+/, 'zz'), '%00', 'x'.repeat(8000)];
  for (const bad of forged) expect(await look(bad)).toBe(400);
  setup.advance(7 * DAY - 1);
  expect(await look(key)).toBe(200);
  setup.advance(1);
  expect(await look(key)).toBe(400);
  expect((await guest.post(RECLAIM, { key })).statusCode).toBe(400);
});

test('recovering an account invalidates no link of another account', async () => {
  const [ada, bob] = [await setup.registerAccount('takes-back'), await setup.registerAccount('keeps-links')];
  await addVerified(ada.browser, 'takes-back-2@example.com');
  const key = await reclaimKey(ada.email);
  await addVerified(bob.browser, 'keeps-links-2@example.com');
  const later = await reclaimKey(bob.email);
  expect((await guest.post(RECLAIM, { key })).statusCode).toBe(200);
  expect((await guest.get(`${RECLAIM}?key=${later}`)).statusCode).toBe(200);
});

test('removing a person of a client invalidates no link of another account', async () => {
  const { browser, email } = await setup.registerAccount('keeps-own-link');
  await addVerified(browser, 'keeps-own-link-2@example.com');
  const key = await reclaimKey(email);
  const { owner, customer } = await setup.createDelivery();
  const person = await setup.createClientPerson(customer);
  const removed = await owner.browser.delete(`/api/users/${customer.id}/people/${person.id}/`);
  expect(removed.statusCode).toBe(204);
  expect((await guest.get(`${RECLAIM}?key=${key}`)).statusCode).toBe(200);
});

test('an address that another account has verified by now recovers nothing', async () => {
  const { browser, email } = await setup.registerAccount('moved-on');
  await takeOver(browser, email, 'moved-on-2@example.com');
  const key = await reclaimKey(email);
  await setup.registerAccount('moved-on-anew', email);
  expect((await guest.post(RECLAIM, { key })).statusCode).toBe(400);
  expect(await isSignedIn(browser)).toBe(true);
});

test('an unverified address gets no notice', async () => {
  const { browser } = await setup.registerAccount('typed-only');
  const typed = 'typed-only-2@example.com';
  await browser.post(EMAIL, { email: typed });
  await browser.post(`${AUTH}/account/password/change`, { current_password: PASSWORD, new_password: NEW });
  expect(await subjectsTo(typed)).toEqual(['Confirm your email address']);
});
