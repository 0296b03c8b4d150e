import { expect, test } from 'vitest';
import type { EmailAddress } from '@vitrin/shared/contract/account/auth.ts';
import { AUTH, errorCodes, PASSWORD } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { guestTests } from '../../../testing/shared-test-app.ts';

const EMAIL = `${AUTH}/account/email`;

const { setup, guest } = await guestTests();

const addresses = async (browser: Browser) =>
  (await browser.get(EMAIL)).json<{ data: EmailAddress[] }>().data;

test('an address is added, verified, made the main one, and the old one removed', async () => {
  const { browser, email } = await setup.registerAccount('moves');
  const added = await browser.post(EMAIL, { email: ' New@Example.com ' });
  expect(added.json()).toEqual({
    status: 200,
    data: [
      { email, verified: true, primary: true },
      { email: 'new@example.com', verified: false, primary: false },
    ],
  });
  const early = await browser.patch(EMAIL, { email: 'new@example.com', primary: true });
  expect(errorCodes(early)).toEqual(['email:unverified_primary_email']);

  const key = await setup.mailedKey('new@example.com');
  const verified = await browser.post(`${AUTH}/auth/email/verify`, { key });
  expect(verified.json()).toMatchObject({ status: 200, meta: { is_authenticated: true } });
  expect(errorCodes(await browser.delete(EMAIL, { email }))).toEqual(['email:cannot_remove_primary_email']);
  expect((await browser.patch(EMAIL, { email: 'new@example.com', primary: true })).statusCode).toBe(200);
  expect((await browser.delete(EMAIL, { email })).json()).toEqual({
    status: 200,
    data: [{ email: 'new@example.com', verified: true, primary: true }],
  });
  expect(errorCodes(await browser.delete(EMAIL, { email: 'new@example.com' }))).toEqual([
    'email:cannot_remove_primary_email',
  ]);
});

test('an account without a main address gets the first one that is verified, whatever other accounts have', async () => {
  const { browser, email } = await setup.registerAccount('without-main');
  await setup.registerAccount('with-main');
  const added = 'without-main-2@example.com';
  await browser.post(EMAIL, { email: added });
  const none = { is_primary: false };
  await setup.db.updateTable('email_addresses').set(none).where('email', 'in', [email, added]).execute();
  await browser.post(`${AUTH}/auth/email/verify`, { key: await setup.mailedKey(added) });
  expect(await addresses(browser)).toEqual([
    { email: added, verified: true, primary: true },
    { email, verified: true, primary: false },
  ]);
});

test('invalid addresses are refused at their field', async () => {
  const { browser, email } = await setup.registerAccount('mistakes');
  expect(errorCodes(await browser.post(EMAIL, { email: email.toUpperCase() }))).toEqual([
    'email:duplicate_email',
  ]);
  expect(errorCodes(await browser.post(EMAIL, { email: 'x' }))).toEqual(['email:invalid']);
  expect(errorCodes(await browser.put(EMAIL, { email: 'other@example.com' }))).toEqual([
    'email:unknown_email',
  ]);
  expect(errorCodes(await browser.patch(EMAIL, { email }))).toEqual(['primary:required']);
  expect(errorCodes(await browser.patch(EMAIL, { email: 'other@example.com', primary: true }))).toEqual([
    'email:unknown_email',
  ]);
  expect(errorCodes(await browser.delete(EMAIL, { email: 'other@example.com' }))).toEqual([
    'email:unknown_email',
  ]);
});

test('guests get 401, and 409 for adding an address', async () => {
  for (const [method, status] of [
    ['GET', 401],
    ['POST', 409],
    ['PATCH', 401],
    ['DELETE', 401],
  ] as const) {
    const payload = method === 'GET' ? {} : { payload: { email: 'a@example.com' } };
    expect((await guest.request({ method, url: EMAIL, ...payload })).statusCode).toBe(status);
  }
});

test('an account holds at most ten addresses, also when they are added at the same time', async () => {
  const { browser } = await setup.registerAccount('collects');
  for (let count = 0; count < 8; count += 1) {
    setup.advance(60);
    await browser.post(EMAIL, { email: `collects-${count}@example.com` });
  }
  setup.advance(60);
  const codes = await Promise.all(
    [1, 2, 3].map(async (count) =>
      errorCodes(await browser.post(EMAIL, { email: `last-${count}@example.com` })),
    ),
  );
  expect(codes.flat()).toEqual(['email:max_email_addresses', 'email:max_email_addresses']);
  expect(await addresses(browser)).toHaveLength(10);
});

test('the mail is sent again after three minutes; before that the answer is 403', async () => {
  const { browser } = await setup.registerAccount('again');
  await browser.post(EMAIL, { email: 'again-2@example.com' });
  const resend = async () => {
    const response = await browser.put(EMAIL, { email: 'again-2@example.com' });
    return [response.statusCode, response.json()] as const;
  };
  expect(await resend()).toEqual([403, { status: 403 }]);
  setup.advance(180);
  expect(await resend()).toEqual([200, { status: 200 }]);
});

test('ten changes a minute, then 429', async () => {
  const { browser } = await setup.registerAccount('busy');
  for (let count = 0; count < 10; count += 1)
    expect((await browser.put(EMAIL, { email: 'x' })).statusCode).toBe(400);
  const refused = await browser.put(EMAIL, { email: 'x' });
  expect([refused.statusCode, refused.json(), refused.headers['retry-after']]).toEqual([
    429,
    { status: 429 },
    '60',
  ]);
  expect((await browser.get(EMAIL)).statusCode).toBe(200);
});

test("another account's address is accepted silently and fails when it is verified", async () => {
  const { email } = await setup.registerAccount('first-owner');
  const { browser } = await setup.registerAccount('second-owner');
  setup.advance(180);
  expect((await browser.post(EMAIL, { email })).statusCode).toBe(200);
  const key = await setup.mailedKey(email);
  expect(errorCodes(await browser.post(`${AUTH}/auth/email/verify`, { key }))).toEqual(['key:email_taken']);
  const header = { 'x-email-verification-key': key };
  expect(errorCodes(await browser.get(`${AUTH}/auth/email/verify`, header))).toEqual(['key:email_taken']);
});

test('only one of two accounts that verify the same address at the same time succeeds', async () => {
  const [one, two] = [await setup.registerAccount('race-1'), await setup.registerAccount('race-2')];
  const keys = [];
  for (const { browser } of [one, two]) {
    setup.advance(200);
    await browser.post(EMAIL, { email: 'race@example.com' });
    keys.push(await setup.mailedKey('race@example.com'));
  }
  const statuses = await Promise.all(
    keys.map(async (key) => (await guest.post(`${AUTH}/auth/email/verify`, { key })).statusCode),
  );
  expect(statuses.toSorted((a, b) => a - b)).toEqual([400, 401]);
});

test('an address that was merely added to another account does not block a signup with it', async () => {
  const { browser } = await setup.registerAccount('squatter');
  await browser.post(EMAIL, { email: 'victim@example.com' });
  setup.advance(200);
  await guest.post(`${AUTH}/auth/signup`, {
    username: 'victim',
    email: 'victim@example.com',
    password: PASSWORD,
  });
  const key = await setup.mailedKey('victim@example.com');
  const verified = await guest.post(`${AUTH}/auth/email/verify`, { key });
  expect(verified.json()).toMatchObject({ data: { user: { username: 'victim' } } });
});

test('a repeated mail goes to the account with this sole address, not to one that added it later', async () => {
  const email = 'waiting@example.com';
  await guest.post(`${AUTH}/auth/signup`, { username: 'waiting', email, password: PASSWORD });
  const { browser } = await setup.registerAccount('adds-it-later');
  setup.advance(200);
  await browser.post(`${AUTH}/account/email`, { email });
  await setup.runJobs();
  setup.advance(200);
  await guest.put(`${AUTH}/account/email`, { email });
  const verified = await guest.post(`${AUTH}/auth/email/verify`, { key: await setup.mailedKey(email) });
  expect(verified.json()).toMatchObject({ data: { user: { username: 'waiting' } } });
});

test('a verification key expires after three days, but a used one still shows its address until then', async () => {
  await guest.post(`${AUTH}/auth/signup`, {
    username: 'late',
    email: 'late@example.com',
    password: PASSWORD,
  });
  const key = await setup.mailedKey('late@example.com');
  const lookUp = `/api/users/get_email_from_key/?key=${key}`;
  setup.advance(3 * 24 * 3600 - 1);
  expect((await guest.get(lookUp)).statusCode).toBe(200);
  setup.advance(1);
  expect((await guest.get(lookUp)).statusCode).toBe(404);
  expect(errorCodes(await guest.post(`${AUTH}/auth/email/verify`, { key }))).toEqual([
    'key:invalid_or_expired_key',
  ]);
  for (const bad of ['', '?key=', '?key=a.b', `?key=${key.slice(0, -1)}`, '?key=%00'])
    expect((await guest.get(`/api/users/get_email_from_key/${bad}`)).statusCode).toBe(404);
});
