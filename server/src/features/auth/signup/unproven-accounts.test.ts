import { beforeEach, expect, test } from 'vitest';
import type { Customer } from '@vitrin/shared/contract/customers.ts';
import type { Page } from '@vitrin/shared/contract/common.ts';
import { AUTH, errorCodes, isSignedIn, logIn, PASSWORD } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const NEW = 'a quiet harbour';
const DAY = 24 * 3600;
const CHANGE = '/api/users/change_unverified_email/';

let guest: Browser;
const setup = await sharedTestApp();
beforeEach(() => {
  setup.advance(2 * 3600);
  guest = setup.createBrowser();
});

const signUp = (username: string, email: string) =>
  setup.createBrowser().post(`${AUTH}/auth/signup`, { username, email, password: PASSWORD });

async function waitingFor(email: string): Promise<string[]> {
  const rows = await setup.db
    .selectFrom('email_addresses')
    .innerJoin('users', 'users.id', 'email_addresses.user_id')
    .select('users.username')
    .where('email', '=', email)
    .orderBy('users.id')
    .execute();
  return rows.map(({ username }) => username);
}

async function mailsTo(email: string): Promise<string[]> {
  await setup.runJobs();
  return setup.mails.filter(({ to }) => to === email).map(({ text }) => text);
}

/** A mailed link may lead to any page with any token. */
const keysIn = (mails: string[]) =>
  mails.map((text) => decodeURIComponent(/verify-email\?key=(\S+)/.exec(text)?.[1] ?? ''));

test('three accounts may wait for one address, each with its own link in a mail that names it', async () => {
  const email = 'shared@example.com';
  for (const name of ['shared-1', 'shared-2', 'shared-3', 'shared-4']) await signUp(name, email);
  expect(await waitingFor(email)).toEqual(['shared-1', 'shared-2', 'shared-3']);
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(3);
  mails.forEach((text, index) => expect(text).toContain(`shared-${index + 1}`));

  // Each account has its own cool-down: two requests mail all three once.
  for (let count = 0; count < 2; count += 1) await guest.put(`${AUTH}/account/email`, { email });
  expect(await mailsTo(email)).toHaveLength(3);
  setup.advance(180);
  await guest.put(`${AUTH}/account/email`, { email });
  expect(await mailsTo(email)).toHaveLength(6);

  const [first = '', second = ''] = keysIn(mails);
  await guest.post(`${AUTH}/auth/email/verify`, { key: second });
  expect(await waitingFor(email)).toEqual(['shared-2']);
  expect(errorCodes(await guest.post(`${AUTH}/auth/email/verify`, { key: first }))).toEqual([
    'key:invalid_or_expired_key',
  ]);
  expect(await logIn(guest, 'shared-2')).toBe(200);
  // The names of the others are free again.
  expect((await signUp('shared-1', 'shared-1@example.com')).statusCode).toBe(401);
});

test('strangers can neither keep an address from its owner nor push out a fresh account', async () => {
  const email = 'squatted@example.com';
  for (const name of ['squatter-1', 'squatter-2', 'squatter-3']) await signUp(name, email);
  setup.advance(3601);
  await signUp('owner-of-squatted', email);
  expect(await waitingFor(email)).toEqual(['squatter-2', 'squatter-3', 'owner-of-squatted']);
  for (const name of ['pusher-1', 'pusher-2', 'pusher-3', 'pusher-4']) await signUp(name, email);
  expect(await waitingFor(email)).toContain('owner-of-squatted');
  const mails = await mailsTo(email);
  const own = mails.findIndex((text) => text.includes('owner-of-squatted'));
  await guest.post(`${AUTH}/auth/email/verify`, { key: keysIn(mails)[own] });
  expect(await waitingFor(email)).toEqual(['owner-of-squatted']);
});

test('login and reset by an unverified address mean the newest account, and the reset removes the others', async () => {
  const email = 'newest@example.com';
  await signUp('older-one', email);
  await signUp('newest-one', email);
  await guest.post(`${AUTH}/auth/password/request`, { email });
  const key = await setup.mailedToken(email);
  const header = { 'x-password-reset-key': key };
  expect((await guest.get(`${AUTH}/auth/password/reset`, header)).json()).toMatchObject({
    data: { user: { username: 'newest-one' } },
  });
  await guest.post(`${AUTH}/auth/password/reset`, { key, password: NEW });
  expect(await waitingFor(email)).toEqual(['newest-one']);
});

test('a mail about a taken address is sent although a link was sent there a moment ago', async () => {
  const { email } = await setup.registerAccount('well-known');
  await signUp('well-known-2', email);
  await setup.runJobs();
  expect(setup.mails.at(-1)).toMatchObject({ to: email, subject: 'You already have an account' });
  const count = setup.mails.length;
  await signUp('well-known-3', email);
  await setup.runJobs();
  expect(setup.mails).toHaveLength(count);
});

test('a freelancer who verified nothing for seven days is removed; customers and all others stay', async () => {
  const { username: kept } = await setup.registerAccount('verified-in-time');
  const customer = await setup.createCustomer();
  await customer.browser.post(`${AUTH}/account/email`, { email: 'customer-of-old@example.com' });
  await signUp('never-verified', 'never-verified@example.com');
  const names = async () =>
    (await setup.db.selectFrom('users').select('username').execute()).map(({ username }) => username);
  await enqueue(setup.context, 'sweep-expired', {});
  setup.advance(7 * DAY - 3600);
  await setup.runJobs();
  expect(await names()).toContain('never-verified');
  setup.advance(2 * 3600);
  await setup.runJobs();
  expect(await names()).not.toContain('never-verified');
  expect(await names()).toEqual(expect.arrayContaining([kept, customer.username]));
  expect((await signUp('never-verified', 'second-try@example.com')).statusCode).toBe(401);
});

test("a customer's unverified sole address does not block a registration with it", async () => {
  const email = 'typed-by-a-customer@example.com';
  const customer = await setup.createCustomer();
  await customer.browser.post(`${AUTH}/account/email`, { email });
  await signUp('rightful', email);
  await guest.post(`${AUTH}/auth/email/verify`, { key: await setup.mailedKey(email) });
  expect(await logIn(guest, 'rightful')).toBe(200);
  // The customer's account stays and keeps the address, which it can no longer verify.
  expect(await isSignedIn(customer.browser)).toBe(true);
  expect((await customer.browser.get(`${AUTH}/account/email`)).json()).toMatchObject({
    data: [{ email, verified: false }],
  });
});

test('an invitation that ended with a verified address stays invalid when the address is removed again', async () => {
  const ada = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner: ada });
  const row = async () => {
    const { results } = (await ada.browser.get('/api/users/')).json<Page<Customer>>();
    return results.find(({ id }) => id === customer.id)?.reset_token;
  };
  const isValid = async (token: string | null | undefined) =>
    (await guest.get(`/api/users/verify_token/?token=${token}`)).statusCode === 200;
  const early = await row();
  expect(await isValid(early)).toBe(true);

  const email = 'customer-moves-on@example.com';
  await customer.browser.post(`${AUTH}/account/email`, { email });
  await guest.post(`${AUTH}/auth/email/verify`, { key: await setup.mailedKey(email) });
  expect([await row(), await isValid(early)]).toEqual([null, false]);
  await customer.browser.delete(`${AUTH}/account/email`, { email });
  expect(await isValid(early)).toBe(false);
  expect(await isValid(await row())).toBe(true);
});

test('a mistyped address is corrected with the password before it is verified', async () => {
  await signUp('mistyped', 'mistyped@exmaple.com');
  const old = await setup.mailedKey('mistyped@exmaple.com');
  const change = (payload: object) => guest.post(CHANGE, payload);
  const input = { username: 'mistyped', password: PASSWORD, email: ' Mistyped@Example.com' };
  const wrong = await change({ ...input, password: 'wrong' });
  expect([wrong.statusCode, Object.keys(wrong.json())]).toEqual([400, ['password']]);
  expect((await change(input)).json()).toEqual({ detail: 'We sent a link to the new address.' });
  expect(errorCodes(await guest.post(`${AUTH}/auth/email/verify`, { key: old }))).toEqual([
    'key:invalid_or_expired_key',
  ]);
  await guest.post(`${AUTH}/auth/email/verify`, { key: await setup.mailedKey('mistyped@example.com') });
  expect((await change({ ...input, email: 'once-more@example.com' })).statusCode).toBe(409);
  expect(await logIn(guest, 'mistyped')).toBe(200);
});

test('correcting an address to a taken one gives the same answer, changes nothing and notifies its owner', async () => {
  const { email } = await setup.registerAccount('taken-owner');
  await signUp('corrects', 'corrects@exmaple.com');
  const input = { username: 'corrects', password: PASSWORD, email };
  expect((await guest.post(CHANGE, input)).json()).toEqual({ detail: 'We sent a link to the new address.' });
  expect(await waitingFor('corrects@exmaple.com')).toEqual(['corrects']);
  await setup.runJobs();
  expect(setup.mails.at(-1)).toMatchObject({ to: email, subject: 'You already have an account' });
});

test('correcting an address counts as a login and sends few mails', async () => {
  await signUp('guessed', 'guessed@example.com');
  const wrong = { username: 'guessed', password: 'wrong', email: 'guess@example.com' };
  for (let count = 0; count < 5; count += 1) await guest.post(CHANGE, wrong);
  const locked = await guest.post(CHANGE, { ...wrong, password: PASSWORD });
  expect([locked.statusCode, locked.headers['retry-after']]).toEqual([400, '300']);
  expect(locked.json<{ non_field_errors: string[] }>().non_field_errors[0]).toContain(
    'Too many failed attempts',
  );
  expect(await logIn(guest, 'guessed')).toBe(400);

  await signUp('spammer', 'spammer@example.com');
  const statuses = [];
  for (let count = 0; count < 6; count += 1) {
    const input = { username: 'spammer', password: PASSWORD, email: `stranger-${count}@example.com` };
    statuses.push((await guest.post(CHANGE, input)).statusCode);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test.each([
  ['nothing', {}],
  [
    '60 KB of combining marks',
    Object.fromEntries(['username', 'password', 'email'].map((name) => [name, '\u0301'.repeat(10_000)])),
  ],
  ['other types', { username: 1, password: [], email: {} }],
  ['U+0000', { username: 'a\0b', password: 'a\0b', email: 'a@b.co' }],
])('correcting an address with %s is bad input', async (_what, payload) => {
  expect((await guest.post(CHANGE, payload)).statusCode).toBe(400);
});
