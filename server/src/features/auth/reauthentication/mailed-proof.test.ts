import { Secret, TOTP } from 'otpauth';
import { beforeEach, expect, test } from 'vitest';
import { AUTH, errorCodes, isSignedIn } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp();
beforeEach(() => setup.advance(24 * 3600));

const EMAIL = `${AUTH}/account/email`;
const ELEVEN_MINUTES = 660;

const ask = (browser: Browser) => browser.post(`${AUTH}/auth/code/reauthenticate/request`);
const give = (browser: Browser, code: string) => browser.post(`${AUTH}/auth/code/reauthenticate`, { code });
const change = (browser: Browser, email: string) => browser.post(EMAIL, { email });
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** A session that began too long ago, of an account with an address but no password, app, passkey or identity. */
async function late(username: string) {
  const { browser, email } = await setup.registerAccount(username);
  await setup.db.updateTable('users').set({ password_hash: null }).where('username', '=', username).execute();
  setup.advance(ELEVEN_MINUTES);
  return { browser, email };
}

async function codeFor(browser: Browser, email: string): Promise<string> {
  expect((await ask(browser)).statusCode).toBe(200);
  await setup.runJobs();
  const mail = setup.mails.findLast(({ to }) => to === email);
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
}

test('an account without a password or a factor confirms by a mailed code, once, and gets a new session', async () => {
  const { browser, email } = await late('by-mail');
  const refused = await change(browser, 'by-mail-2@example.com');
  expect(refused.json()).toMatchObject({
    status: 401,
    data: { flows: [{ id: 'reauthenticate_by_code' }] },
    meta: { is_authenticated: true },
  });
  const code = await codeFor(browser, email);
  const before = browser.cookies.get('sessionid');
  const proven = await give(browser, code);
  expect(proven.statusCode).toBe(200);
  expect(proven.json<{ data: { methods: object[] } }>().data.methods.at(-1)).toMatchObject({
    method: 'code',
    email,
    reauthenticated: true,
  });
  expect(browser.cookies.get('sessionid')).not.toBe(before);
  expect((await change(browser, 'by-mail-2@example.com')).statusCode).toBe(200);
  expect((await give(browser, code)).statusCode).toBe(409);
});

test('a code confirms no other session of the account, and a newer one invalidates it', async () => {
  const { browser, email } = await late('two-codes');
  const first = await codeFor(browser, email);
  const second = await codeFor(browser, email);
  if (first !== second) expect(errorCodes(await give(browser, first))).toEqual(['code:incorrect_code']);
  expect((await give(setup.createBrowser(), second)).statusCode).toBe(401);
  expect((await give(browser, second)).statusCode).toBe(200);
});

test('the third wrong code invalidates it, and so does a quarter of an hour', async () => {
  const { browser, email } = await late('mistypes');
  const code = await codeFor(browser, email);
  for (let count = 0; count < 3; count += 1)
    expect((await give(browser, otherThan(code))).statusCode).toBe(400);
  expect(errorCodes(await give(browser, code))).toEqual(['code:incorrect_code']);
  const next = await codeFor(browser, email);
  setup.advance(900);
  expect((await give(browser, next)).statusCode).toBe(409);
  expect((await change(browser, 'mistypes-2@example.com')).statusCode).toBe(401);
  expect(await isSignedIn(browser)).toBe(true);
});

test('no code is mailed if there is a password, and a guest is refused', async () => {
  const { browser } = await setup.registerAccount('has-password');
  setup.advance(ELEVEN_MINUTES);
  expect((await ask(browser)).statusCode).toBe(409);
  expect((await give(browser, '123456')).statusCode).toBe(409);
  expect((await ask(setup.createBrowser())).statusCode).toBe(401);
});

test('the sixth code in an hour is refused with the time to wait', async () => {
  const { browser } = await late('asks-often');
  for (let count = 0; count < 5; count += 1) expect((await ask(browser)).statusCode).toBe(200);
  const refused = await ask(browser);
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
});

test('an account with an app is mailed no code', async () => {
  const { browser } = await setup.registerAccount('has-app');
  const url = `${AUTH}/account/authenticators/totp`;
  const { secret } = (await browser.get(url)).json<{ meta: { secret: string } }>().meta;
  const timestamp = setup.context.now().getTime();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  expect((await browser.post(url, { code })).statusCode).toBe(200);
  await setup.db
    .updateTable('users')
    .set({ password_hash: null })
    .where('username', '=', 'has-app')
    .execute();
  expect((await ask(browser)).statusCode).toBe(409);
});

test('wrong codes count with those of logins, twenty a day, and are recorded', async () => {
  const { browser, email } = await late('counts-too');
  expect((await give(browser, await codeFor(browser, email))).statusCode).toBe(200);
  let code = '';
  for (let wrong = 0; wrong < 20; wrong += 1) {
    if (wrong % 3 === 0) {
      setup.advance(1200);
      code = await codeFor(browser, email);
    }
    expect(errorCodes(await give(browser, otherThan(code)))).toEqual(['code:incorrect_code']);
  }
  const locked = await give(browser, code);
  expect([errorCodes(locked), Number(locked.headers['retry-after']) > 0]).toEqual([
    ['too_many_login_attempts'],
    true,
  ]);
  const events = (await browser.get('/api/security_events/')).json<{ results: { kind: string }[] }>();
  expect(new Set(events.results.map(({ kind }) => kind))).toContain('factor_refused');
});

test('a code becomes invalid when the address it was mailed to is removed', async () => {
  const { browser, email } = await late('loses-address');
  const code = await codeFor(browser, email);
  await setup.db.deleteFrom('email_addresses').where('email', '=', email).execute();
  expect(errorCodes(await give(browser, code))).toEqual(['code:incorrect_code']);
});
