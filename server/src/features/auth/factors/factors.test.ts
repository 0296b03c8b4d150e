import type { LightMyRequestResponse } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { AUTH, confirm, errorCodes, isSignedIn, logIn, PASSWORD } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { startSocialLogin } from '../../../testing/social-login.ts';

const TOTP_URL = `${AUTH}/account/authenticators/totp`;
const CODES_URL = `${AUTH}/account/authenticators/recovery-codes`;
const NEW = 'a quiet harbour';
const DAY = 24 * 3600;

const social = await startSocialLogin();
const setup = await sharedTestApp(social.provider.environment);
afterAll(() => social.provider.stop());
beforeEach(() => setup.advance(3600));

/** The code that an app shows at this moment, or `steps` of half a minute away. */
function codeOf(secret: string, steps = 0): string {
  const timestamp = setup.context.now().getTime() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** An account with an app, and its recovery codes; the next half minute has begun. */
async function createGuarded(username: string) {
  const account = await setup.registerAccount(username);
  const begun = await account.browser.get(TOTP_URL);
  expect(begun.statusCode).toBe(404);
  const { secret } = begun.json<{ meta: { secret: string } }>().meta;
  const made = await account.browser.post(TOTP_URL, { code: codeOf(secret) });
  expect(made.statusCode).toBe(200);
  const { meta } = made.json<{ meta: { recovery_codes: string[] } }>();
  setup.advance(60);
  return { ...account, secret, codes: meta.recovery_codes };
}

const authenticate = (browser: Browser, code: string) =>
  browser.post(`${AUTH}/auth/2fa/authenticate`, { code });
const trust = (browser: Browser, trusts = false) => browser.post(`${AUTH}/auth/2fa/trust`, { trust: trusts });

async function logInFully(browser: Browser, username: string, code: string, trusts = false) {
  expect(await logIn(browser, username)).toBe(401);
  expect((await authenticate(browser, code)).statusCode).toBe(401);
  expect((await trust(browser, trusts)).statusCode).toBe(200);
}

function pendingOf(answer: LightMyRequestResponse) {
  const { flows } = answer.json<{ data: { flows: { id: string; is_pending?: boolean }[] } }>().data;
  return flows.find(({ is_pending }) => is_pending);
}

test('an app is set up by its first code and gives ten recovery codes once, and its owner is notified', async () => {
  const { browser, email } = await setup.registerAccount('sets-up');
  const begun = (await browser.get(TOTP_URL)).json<{ meta: { secret: string; totp_url: string } }>();
  expect(begun.meta.totp_url).toContain(`secret=${begun.meta.secret}`);
  expect(begun.meta.totp_url).toContain('sets-up');
  expect((await browser.get(TOTP_URL)).json()).toEqual(begun);
  expect(errorCodes(await browser.post(TOTP_URL, { code: '000000' }))).toEqual(['code:incorrect_code']);
  const made = await browser.post(TOTP_URL, { code: codeOf(begun.meta.secret) });
  expect(made.json()).toMatchObject({
    status: 200,
    data: { type: 'totp', last_used_at: null },
    meta: { recovery_codes_generated: true },
  });
  const { recovery_codes } = made.json<{ meta: { recovery_codes: string[] } }>().meta;
  expect(new Set(recovery_codes).size).toBe(10);
  expect((await browser.get(CODES_URL)).json()).toMatchObject({
    data: {
      type: 'recovery_codes',
      total_code_count: 10,
      unused_code_count: 10,
      unused_codes: recovery_codes,
    },
  });
  expect((await browser.get(`${AUTH}/account/authenticators`)).json()).toMatchObject({
    data: [{ type: 'totp' }, { type: 'recovery_codes', total_code_count: 10 }],
  });
  expect((await browser.post(TOTP_URL, { code: codeOf(begun.meta.secret) })).statusCode).toBe(400);
  await setup.runJobs();
  expect(setup.mails.findLast(({ to }) => to === email)?.subject).toBe(
    'Your account now asks for a second step',
  );
});

test('only one of two apps set up in different sessions counts, and so do its recovery codes', async () => {
  const { browser, username } = await setup.registerAccount('sets-up-twice');
  const other = setup.createBrowser();
  await logIn(other, username);
  const secrets = [];
  for (const one of [browser, other])
    secrets.push((await one.get(TOTP_URL)).json<{ meta: { secret: string } }>().meta.secret);
  const [first = '', second = ''] = secrets;
  expect((await browser.post(TOTP_URL, { code: codeOf(first) })).statusCode).toBe(200);
  expect((await other.post(TOTP_URL, { code: codeOf(second) })).statusCode).toBe(409);
  expect((await browser.delete(TOTP_URL)).statusCode).toBe(200);
  expect((await browser.get(CODES_URL)).statusCode).toBe(404);
  const next = (await browser.get(TOTP_URL)).json<{ meta: { secret: string } }>().meta.secret;
  expect(next).not.toBe(first);
  setup.advance(601);
  expect((await browser.post(CODES_URL, {})).json()).toMatchObject({
    data: { flows: [{ id: 'reauthenticate' }] },
  });
});

test('the code that set up an app cannot be used to log in', async () => {
  const { browser, username } = await setup.registerAccount('sets-up-only');
  const { secret } = (await browser.get(TOTP_URL)).json<{ meta: { secret: string } }>().meta;
  const code = codeOf(secret);
  expect((await browser.post(TOTP_URL, { code })).statusCode).toBe(200);
  const guest = setup.createBrowser();
  await logIn(guest, username);
  expect(errorCodes(await authenticate(guest, code))).toEqual(['code:incorrect_code']);
});

test('neither the secret nor a recovery code is stored in plain text', async () => {
  const { secret, codes } = await createGuarded('stored');
  const rows = [
    await setup.db.selectFrom('second_factors').selectAll().execute(),
    await setup.db.selectFrom('recovery_codes').selectAll().execute(),
    await setup.db.selectFrom('sessions').selectAll().execute(),
  ];
  const text = JSON.stringify(rows);
  expect(text).not.toContain(secret);
  for (const code of codes) expect(text).not.toContain(code);
});

test('a login waits for the code, then for the decision about trust, and reports its steps', async () => {
  const { username, secret } = await createGuarded('waits');
  const browser = setup.createBrowser();
  const first = await browser.post(`${AUTH}/auth/login`, { username, password: PASSWORD });
  expect([first.statusCode, pendingOf(first)]).toEqual([
    401,
    { id: 'mfa_authenticate', types: ['totp', 'recovery_codes'], is_pending: true },
  ]);
  expect(await isSignedIn(browser)).toBe(false);
  expect(errorCodes(await authenticate(browser, '000000'))).toEqual(['code:incorrect_code']);
  const second = await authenticate(browser, codeOf(secret));
  expect([second.statusCode, pendingOf(second)?.id]).toEqual([401, 'mfa_trust']);
  expect(await isSignedIn(browser)).toBe(false);
  const done = await trust(browser);
  expect(done.json()).toMatchObject({
    status: 200,
    data: {
      user: { username },
      methods: [
        { method: 'password', username },
        { method: 'mfa', type: 'totp' },
      ],
    },
  });
});

test('the steps of a login cannot be skipped or taken in another order', async () => {
  const { username, secret } = await createGuarded('in-order');
  const browser = setup.createBrowser();
  expect((await authenticate(browser, codeOf(secret))).statusCode).toBe(401);
  expect((await trust(browser)).statusCode).toBe(401);
  await logIn(browser, username);
  expect((await trust(browser)).statusCode).toBe(401);
  expect(await isSignedIn(browser)).toBe(false);
  // The code sent before the login was not used up.
  expect(pendingOf(await authenticate(browser, codeOf(secret)))?.id).toBe('mfa_trust');
});

test('a code works once, within a step of the clock, and for its own account alone', async () => {
  const { username, secret } = await createGuarded('once');
  const other = await createGuarded('once-other');
  const [first, second] = [setup.createBrowser(), setup.createBrowser()];
  await logIn(first, username);
  await logIn(second, username);
  expect(errorCodes(await authenticate(first, codeOf(other.secret)))).toEqual(['code:incorrect_code']);
  expect(errorCodes(await authenticate(first, codeOf(secret, 2)))).toEqual(['code:incorrect_code']);
  expect(errorCodes(await authenticate(first, codeOf(secret, -2)))).toEqual(['code:incorrect_code']);
  const code = codeOf(secret, 1);
  const answers = await Promise.all([authenticate(first, code), authenticate(second, code)]);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([400, 401]));
  // An older step is not accepted after a newer one, in the browser that came second.
  const later = answers[0]?.statusCode === 400 ? first : second;
  expect(errorCodes(await authenticate(later, codeOf(secret)))).toEqual(['code:incorrect_code']);
});

test('a recovery code replaces the app once, however it is typed, and its owner is notified', async () => {
  const { username, codes, email } = await createGuarded('recovers');
  const [code = ''] = codes;
  await logInFully(setup.createBrowser(), username, ` ${code.toUpperCase().replace('-', ' ')}`);
  const again = setup.createBrowser();
  await logIn(again, username);
  expect(errorCodes(await authenticate(again, code))).toEqual(['code:incorrect_code']);
  await setup.runJobs();
  const subjects = setup.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
  expect(subjects).toContain('A recovery code of your account was used');
});

test('new recovery codes invalidate earlier ones', async () => {
  const { browser, username, codes } = await createGuarded('renews');
  const made = (await browser.post(CODES_URL, {})).json<{ data: { unused_codes: string[] } }>();
  expect(made.data.unused_codes).toHaveLength(10);
  const guest = setup.createBrowser();
  await logIn(guest, username);
  expect(errorCodes(await authenticate(guest, codes[0] ?? ''))).toEqual(['code:incorrect_code']);
  expect((await authenticate(guest, made.data.unused_codes[0] ?? '')).statusCode).toBe(401);
});

test('five wrong codes lock the second step for five minutes in all browsers, even for the right code', async () => {
  const { username, secret } = await createGuarded('guessed');
  const browser = setup.createBrowser();
  for (let count = 0; count < 5; count += 1) {
    const one = count % 2 === 0 ? browser : setup.createBrowser();
    await logIn(one, username);
    expect(errorCodes(await authenticate(one, '000000'))).toEqual(['code:incorrect_code']);
  }
  await logIn(browser, username);
  const locked = await authenticate(browser, codeOf(secret));
  expect(errorCodes(locked)).toEqual(['code:too_many_login_attempts']);
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
  setup.advance(301);
  expect((await authenticate(browser, codeOf(secret))).statusCode).toBe(401);
});

test('an app accepts at most thirty wrong codes a day; a recovery code still works', async () => {
  const { username, secret, codes } = await createGuarded('guessed-long');
  const browser = setup.createBrowser();
  for (let count = 0; count < 30; count += 1) {
    if (count % 5 === 0) setup.advance(301);
    if (count % 5 === 0) await logIn(browser, username);
    await authenticate(browser, '000000');
  }
  setup.advance(301);
  await logIn(browser, username);
  expect(errorCodes(await authenticate(browser, codeOf(secret)))).toEqual(['code:too_many_login_attempts']);
  expect((await authenticate(browser, codes[0] ?? '')).statusCode).toBe(401);
});

test('a trusted browser needs no code for thirty days, but others do', async () => {
  const { username, secret } = await createGuarded('trusts');
  const browser = setup.createBrowser();
  await logInFully(browser, username, codeOf(secret), true);
  await browser.delete(`${AUTH}/auth/session`);
  expect(await logIn(setup.createBrowser(), username)).toBe(401);
  setup.advance(30 * DAY - 60);
  expect(await logIn(browser, username)).toBe(200);
  await browser.delete(`${AUTH}/auth/session`);
  setup.advance(120);
  expect(await logIn(browser, username)).toBe(401);
});

test('no browser is trusted unless the person asks for it', async () => {
  const { username, secret } = await createGuarded('trusts-not');
  const browser = setup.createBrowser();
  await logInFully(browser, username, codeOf(secret));
  await browser.delete(`${AUTH}/auth/session`);
  expect(await logIn(browser, username)).toBe(401);
});

test('a changed password ends the trust in browsers, and so does a removed app', async () => {
  const { browser, username, secret } = await createGuarded('ends-trust');
  const trusted = setup.createBrowser();
  await logInFully(trusted, username, codeOf(secret), true);
  await trusted.delete(`${AUTH}/auth/session`);
  await confirm(browser);
  await browser.post(`${AUTH}/account/password/change`, { current_password: PASSWORD, new_password: NEW });
  expect(await logIn(trusted, username, NEW)).toBe(401);

  setup.advance(60);
  await authenticate(trusted, codeOf(secret));
  await trust(trusted, true);
  expect((await trusted.delete(TOTP_URL)).statusCode).toBe(200);
  const trustedUntil = await setup.db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('factor_trusted_until')
    .where('username', '=', username)
    .execute();
  expect(new Set(trustedUntil.map((row) => row.factor_trusted_until))).toEqual(new Set([null]));
  expect(await logIn(setup.createBrowser(), username, NEW)).toBe(200);
});

test('a password reset and a login by Google wait for the second step as well', async () => {
  const { browser, username, email, secret } = await createGuarded('every-way');
  await social.connect(browser, {
    sub: 'every-way',
    email: 'every-way@google.example',
    email_verified: true,
  });
  const byGoogle = setup.createBrowser();
  await social.goAndReturn(byGoogle, {
    sub: 'every-way',
    email: 'every-way@google.example',
    email_verified: true,
  });
  expect(pendingOf(await byGoogle.get(`${AUTH}/auth/session`))?.id).toBe('mfa_authenticate');

  const guest = setup.createBrowser();
  await guest.post(`${AUTH}/auth/password/request`, { email });
  const key = await setup.mailedToken(email);
  const reset = await guest.post(`${AUTH}/auth/password/reset`, { key, password: NEW });
  expect([reset.statusCode, pendingOf(reset)?.id]).toEqual([401, 'mfa_authenticate']);
  expect(await isSignedIn(guest)).toBe(false);
  expect(await isSignedIn(browser)).toBe(false);
  await authenticate(guest, codeOf(secret));
  expect((await trust(guest)).statusCode).toBe(200);
  // The reset disconnected the identity by which the other login had begun.
  setup.advance(60);
  await authenticate(byGoogle, codeOf(secret));
  expect((await trust(byGoogle)).statusCode).toBe(401);
  expect(await logIn(setup.createBrowser(), username, NEW)).toBe(401);
});

test('a login that waits for its code ends when the password it began with is changed', async () => {
  const { browser, username, secret } = await createGuarded('outdated');
  const waiting = setup.createBrowser();
  await logIn(waiting, username);
  await confirm(browser);
  await browser.post(`${AUTH}/account/password/change`, { current_password: PASSWORD, new_password: NEW });
  await authenticate(waiting, codeOf(secret));
  expect((await trust(waiting)).statusCode).toBe(401);
  expect(await isSignedIn(waiting)).toBe(false);
});

test('a login that waits for its code ends after a quarter of an hour', async () => {
  const { username, secret } = await createGuarded('too-slow');
  const browser = setup.createBrowser();
  await logIn(browser, username);
  setup.advance(15 * 60 + 1);
  expect(pendingOf(await authenticate(browser, codeOf(secret)))).toBeUndefined();
});

test("adding, removing and new codes need a recent proof, for which the app's code suffices", async () => {
  const { browser, secret } = await createGuarded('recent');
  setup.advance(601);
  const late = [await browser.delete(TOTP_URL), await browser.post(CODES_URL, {})];
  expect(late.map(({ statusCode }) => statusCode)).toEqual([401, 401]);
  expect(late[0]?.json()).toMatchObject({
    data: {
      flows: [{ id: 'reauthenticate' }, { id: 'mfa_reauthenticate', types: ['totp', 'recovery_codes'] }],
    },
    meta: { is_authenticated: true },
  });
  const wrong = await browser.post(`${AUTH}/auth/2fa/reauthenticate`, { code: '000000' });
  expect(errorCodes(wrong)).toEqual(['code:incorrect_code']);
  const right = await browser.post(`${AUTH}/auth/2fa/reauthenticate`, { code: codeOf(secret) });
  expect(right.json()).toMatchObject({
    data: { methods: [{ method: 'password' }, { method: 'mfa', type: 'totp', reauthenticated: true }] },
  });
  expect((await browser.post(CODES_URL, {})).statusCode).toBe(200);

  const without = await setup.registerAccount('recent-without');
  await without.browser.get(TOTP_URL);
  setup.advance(601);
  expect((await without.browser.post(TOTP_URL, { code: '000000' })).statusCode).toBe(401);
  expect(errorCodes(await without.browser.post(`${AUTH}/auth/2fa/reauthenticate`, { code: '1' }))).toEqual([
    'code:incorrect_code',
  ]);
});

test('a recovered account loses its former second step', async () => {
  const { browser, email, username } = await setup.registerAccount('taken-factor');
  await browser.post(`${AUTH}/account/email`, { email: 'taken-factor-2@example.com' });
  const link = await setup.mailedLink(email, '/take-back');
  const { secret } = (await browser.get(TOTP_URL)).json<{ meta: { secret: string } }>().meta;
  expect((await browser.post(TOTP_URL, { code: codeOf(secret) })).statusCode).toBe(200);
  const owner = setup.createBrowser();
  const key = link.searchParams.get('key');
  expect((await owner.post('/api/users/take_back/', { key })).statusCode).toBe(200);
  const token = await setup.mailedToken(email);
  expect((await owner.post(`${AUTH}/auth/password/reset`, { key: token, password: NEW })).statusCode).toBe(
    200,
  );
  expect(await logIn(setup.createBrowser(), username, NEW)).toBe(200);
});
