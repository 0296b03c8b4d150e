import { expect, test } from 'vitest';
import { AUTH, confirm, errorCodes, isSignedIn, logIn, PASSWORD } from '../../../testing/accounts.ts';
import { guestTests } from '../../../testing/shared-test-app.ts';

const NEW = 'a quiet harbour';
const HOUR = 3600;

const { setup, guest } = await guestTests();

async function requestReset(email: string): Promise<string> {
  expect((await guest.post(`${AUTH}/auth/password/request`, { email })).json()).toEqual({ status: 200 });
  return setup.mailedToken(email);
}

const mailsTo = (email: string) => setup.mails.filter(({ to }) => to === email).map(({ subject }) => subject);

test('a reset link works once, signs in, ends all other sessions and notifies the owner', async () => {
  const { browser, email } = await setup.registerAccount('reset-once');
  const key = await requestReset(email);
  const header = { 'x-password-reset-key': key };
  for (const method of ['HEAD', 'GET', 'GET'] as const) {
    const look = await guest.request({ method, url: `${AUTH}/auth/password/reset`, headers: header });
    expect(look.statusCode).toBe(200);
  }
  expect((await guest.get(`${AUTH}/auth/password/reset`, header)).json()).toMatchObject({
    data: { user: { username: 'reset-once', email } },
  });

  const uses = await Promise.all(
    [guest, setup.createBrowser(), setup.createBrowser()].map((one) =>
      one.post(`${AUTH}/auth/password/reset`, { key, password: NEW }),
    ),
  );
  const [used, ...refused] = uses.toSorted((a, b) => a.statusCode - b.statusCode);
  expect(used?.json()).toMatchObject({
    status: 200,
    data: { methods: [{ method: 'password_reset', email }] },
  });
  for (const response of refused) expect(errorCodes(response)).toEqual(['key:invalid_password_reset']);

  expect(await isSignedIn(browser)).toBe(false);
  expect(await logIn(setup.createBrowser(), 'reset-once', PASSWORD)).toBe(400);
  expect(await logIn(setup.createBrowser(), 'reset-once', NEW)).toBe(200);
  await setup.runJobs();
  expect(mailsTo(email)).toContain('Your password was changed');
});

test('the same token opens both pages for a new password', async () => {
  const { email } = await setup.registerAccount('reset-both');
  const token = await requestReset(email);
  expect((await guest.get(`/api/users/verify_token/?token=${token}`)).json()).toEqual({
    token,
    kind: 'reset',
    mailed_to: null,
    face: null,
    work: null,
    username: 'reset-both',
    freelancer: null,
    has_identities: false,
    passkey: null,
  });
  // Six UTF-16 units, but three characters.
  const short = { reset_token: token, password: '🌊🌊🌊', password_confirm: '🌊🌊🌊' };
  expect((await guest.post('/api/users/reset_password/', short)).json()).toEqual({
    password: ['Password must be at least 6 characters long'],
  });
  const payload = { reset_token: token, password: NEW, password_confirm: NEW };
  expect((await guest.post('/api/users/reset_password/', payload)).statusCode).toBe(200);
  expect(await isSignedIn(guest)).toBe(true);
});

test('a reset link ends after 24 hours, at any login and at any change of the password', async () => {
  const { browser, email, username } = await setup.registerAccount('reset-ends');
  const isValid = async (key: string) =>
    (await guest.get(`${AUTH}/auth/password/reset`, { 'x-password-reset-key': key })).statusCode === 200;

  const first = await requestReset(email);
  setup.advance(24 * HOUR - 1);
  expect(await isValid(first)).toBe(true);
  setup.advance(1);
  expect(await isValid(first)).toBe(false);

  const second = await requestReset(email);
  setup.advance(1);
  await logIn(setup.createBrowser(), username);
  expect(await isValid(second)).toBe(false);

  const third = await requestReset(email);
  const change = { current_password: PASSWORD, new_password: NEW };
  await confirm(browser);
  expect((await browser.post(`${AUTH}/account/password/change`, change)).statusCode).toBe(200);
  expect(await isValid(third)).toBe(false);
});

test('forged, foreign and truncated keys are refused', async () => {
  const { email } = await setup.registerAccount('reset-forged');
  const key = await requestReset(email);
  const last = key.at(-1) === 'A' ? 'B' : 'A';
  const forged = [
    `${key.slice(0, -1)}${last}`,
    key.slice(0, 20),
    key.replace(/^r\.\w+/, 'r.1'),
    key.replace('r.', 'i.'),
    'r.zzzzzzz.zzzzzzz.zzzzzzz.' + 'A'.repeat(43),
    '...',
    'a\u0000b',
  ];
  for (const bad of forged) {
    const response = await guest.post(`${AUTH}/auth/password/reset`, { key: bad, password: NEW });
    expect([bad, ...errorCodes(response)]).toEqual([bad, 'key:invalid_password_reset']);
  }
  const { statusCode, headers } = await guest.get(`${AUTH}/auth/password/reset`);
  expect([statusCode, headers['cache-control']]).toEqual([400, expect.stringContaining('no-store')]);
});

test('an unknown address gets the same answer and no mail', async () => {
  const before = setup.mails.length;
  const response = await guest.post(`${AUTH}/auth/password/request`, { email: 'nobody@example.com' });
  expect([response.statusCode, response.json()]).toEqual([200, { status: 200 }]);
  await setup.runJobs();
  expect(setup.mails).toHaveLength(before);
  expect(errorCodes(await guest.post(`${AUTH}/auth/password/request`, {}))).toEqual(['email:required']);
  expect(errorCodes(await guest.post(`${AUTH}/auth/password/request`, { email: 'x' }))).toEqual([
    'email:invalid',
  ]);
});

test('five reset mails a minute and address, then 429 with the time to wait; bad input does not count', async () => {
  for (let count = 0; count < 10; count += 1)
    await guest.post(`${AUTH}/auth/password/request`, { email: 'not an address' });
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const response = await guest.post(`${AUTH}/auth/password/request`, { email: 'Many@example.com' });
      return `${response.statusCode} ${response.headers['retry-after'] ?? ''}`.trim();
    }),
  );
  expect(statuses.filter((status) => status === '200')).toHaveLength(5);
  expect(statuses.filter((status) => status === '429 60')).toHaveLength(15);
});

test('using a link verifies the address it was mailed to', async () => {
  await guest.post(`${AUTH}/auth/signup`, {
    username: 'reset-verifies',
    email: 'reset-verifies@example.com',
    password: PASSWORD,
  });
  const key = await requestReset('reset-verifies@example.com');
  await guest.post(`${AUTH}/auth/password/reset`, { key, password: NEW });
  expect((await guest.get(`${AUTH}/account/email`)).json()).toEqual({
    status: 200,
    data: [{ email: 'reset-verifies@example.com', verified: true, primary: true }],
  });
});

test('a change of the password keeps this session under a new id and ends all others', async () => {
  const { browser, email } = await setup.registerAccount('changes');
  const other = setup.createBrowser();
  await logIn(other, 'changes');
  const before = browser.cookies.get('sessionid');
  const change = (payload: object) => browser.post(`${AUTH}/account/password/change`, payload);

  expect(errorCodes(await change({ new_password: NEW }))).toEqual(['current_password:required']);
  expect(errorCodes(await change({ current_password: 'wrong', new_password: NEW }))).toEqual([
    'current_password:enter_current_password',
  ]);
  expect(errorCodes(await change({ current_password: PASSWORD, new_password: '12345' }))).toEqual([
    'new_password:password_too_short',
  ]);
  expect(errorCodes(await change({ current_password: PASSWORD, new_password: 'Password1' }))).toEqual([
    'new_password:password_too_common',
  ]);
  const changed = await change({ current_password: PASSWORD, new_password: NEW });
  expect(changed.json()).toMatchObject({ status: 200, meta: { is_authenticated: true } });
  expect((await change({ current_password: NEW, new_password: PASSWORD })).statusCode).toBe(429);

  expect(browser.cookies.get('sessionid')).not.toBe(before);
  expect(await isSignedIn(setup.createBrowser(before))).toBe(false);
  expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false]);
  await setup.runJobs();
  expect(mailsTo(email)).toContain('Your password was changed');
  expect((await guest.post(`${AUTH}/account/password/change`, {})).json()).toMatchObject({
    status: 401,
    meta: { is_authenticated: false },
  });
});

test('only one of two changes at the same time succeeds', async () => {
  const { browser } = await setup.registerAccount('changes-twice');
  const statuses = await Promise.all(
    ['one two three', 'four five six'].map(async (new_password) => {
      const payload = { current_password: PASSWORD, new_password };
      return (await browser.post(`${AUTH}/account/password/change`, payload)).statusCode;
    }),
  );
  // The slower request sends the old password (400), or finds its session ended (401).
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test('the commonest passwords are refused everywhere, in any case', async () => {
  for (const password of ['123456', 'QWERTY', 'TrustNo1']) {
    const response = await guest.post(`${AUTH}/auth/signup`, {
      username: 'common',
      email: 'common@example.com',
      password,
    });
    expect(errorCodes(response)).toEqual(['password:password_too_common']);
  }
  const { email } = await setup.registerAccount('common-reset');
  const key = await requestReset(email);
  expect(errorCodes(await guest.post(`${AUTH}/auth/password/reset`, { key, password: 'letmein' }))).toEqual([
    'password:password_too_common',
  ]);
  const payload = { reset_token: key, password: 'letmein', password_confirm: 'letmein' };
  expect((await guest.post('/api/users/reset_password/', payload)).json()).toEqual({
    password: ['This password is used by too many people. Choose another one.'],
  });
});

test('a reset ends the lock-out of the account', async () => {
  const { email, username } = await setup.registerAccount('locked');
  for (let count = 0; count < 6; count += 1) await logIn(guest, username, 'wrong');
  expect(await logIn(guest, username)).toBe(400);
  const key = await requestReset(email);
  await guest.post(`${AUTH}/auth/password/reset`, { key, password: NEW });
  expect(await logIn(setup.createBrowser(), username, NEW)).toBe(200);
});

test('confirming the password adds a record to the session, which gets a new id', async () => {
  const { browser } = await setup.registerAccount('confirms');
  const stolen = setup.createBrowser(browser.cookies.get('sessionid'));
  const wrong = await browser.post(`${AUTH}/auth/reauthenticate`, { password: 'wrong' });
  expect(errorCodes(wrong)).toEqual(['password:incorrect_password']);
  const right = await browser.post(`${AUTH}/auth/reauthenticate`, { password: PASSWORD });
  expect(right.json()).toMatchObject({
    data: { methods: [{ username: 'confirms' }, { method: 'password', reauthenticated: true }] },
  });
  expect((await browser.get(`${AUTH}/auth/session`)).json()).toMatchObject(right.json());
  expect(await isSignedIn(stolen)).toBe(false);
  expect((await guest.post(`${AUTH}/auth/reauthenticate`, { password: PASSWORD })).statusCode).toBe(401);
});

test('a link mailed to a second address sets the password and names that address', async () => {
  const { browser } = await setup.registerAccount('two-mailboxes');
  const email = 'second-mailbox@example.com';
  await browser.post(`${AUTH}/account/email`, { email });
  await browser.post(`${AUTH}/auth/email/verify`, { key: await setup.mailedKey(email) });
  const key = await requestReset(email);
  const used = await guest.post(`${AUTH}/auth/password/reset`, { key, password: NEW });
  expect(used.json()).toMatchObject({
    status: 200,
    data: { methods: [{ method: 'password_reset', email }] },
  });
});

test('a password counts its characters in NFC, when it is set and when it is confirmed', async () => {
  const { browser } = await setup.registerAccount('composes');
  const change = async (new_password: string, current_password = PASSWORD) =>
    errorCodes(await browser.post(`${AUTH}/account/password/change`, { current_password, new_password }));
  expect(await change('üüüüü'.normalize('NFD'))).toEqual(['new_password:password_too_short']);
  expect(await change('ü'.repeat(129))).toEqual(['new_password:max_length']);
  expect(await change('ü'.repeat(128).normalize('NFD'))).toEqual([]);
  expect(await logIn(setup.createBrowser(), 'composes', 'ü'.repeat(128))).toBe(200);
  setup.advance(60);
  for (const long of ['ü'.repeat(100_000 / 4), 'a\u0323\u0307'.repeat(170), '\u0301\u0323'.repeat(500)])
    expect((await change(long, 'ü'.repeat(128)))[0]).toMatch(/max_length/);

  const owner = await setup.createFreelancer();
  const { reset_token } = (await owner.browser.post('/api/users/', { username: 'mac-and-pc' })).json<{
    reset_token: string;
  }>();
  const [password, password_confirm] = ['güneş-gözlüğü'.normalize('NFD'), 'güneş-gözlüğü'.normalize('NFC')];
  const set = await setup
    .createBrowser()
    .post('/api/users/reset_password/', { reset_token, password, password_confirm });
  expect(set.statusCode).toBe(200);
  for (const form of [password, password_confirm])
    expect(await logIn(setup.createBrowser(), 'mac-and-pc', form)).toBe(200);
});
