import type { LightMyRequestResponse } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, expect, test } from 'vitest';
import { type Faults, makePasskey, type SoftPasskey, usePasskey } from '../../../../../test-kit/passkeys.ts';
import { AUTH, confirm, errorCodes, isSignedIn, logIn, PASSWORD } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const PASSKEYS = `${AUTH}/account/authenticators/webauthn`;
const LOGIN = `${AUTH}/auth/webauthn/login`;
const STEP = `${AUTH}/auth/webauthn/authenticate`;
const PROOF = `${AUTH}/auth/webauthn/reauthenticate`;
const TOTP_URL = `${AUTH}/account/authenticators/totp`;
const NEW = 'a quiet harbour';

const setup = await sharedTestApp();
const origin = new URL(setup.context.config.publicUrl).origin;
beforeEach(() => setup.advance(3600));

type Creation = Parameters<typeof makePasskey>[1];
type Request = Parameters<typeof usePasskey>[1];

async function creationOptions(browser: Browser): Promise<Creation> {
  const answer = await browser.get(PASSKEYS);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ data: { creation_options: Creation } }>().data.creation_options;
}

async function requestOptions(browser: Browser, url = LOGIN): Promise<Request> {
  const answer = await browser.get(url);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ data: { request_options: Request } }>().data.request_options;
}

async function addPasskey(browser: Browser, name = 'Phone'): Promise<SoftPasskey & { row: number }> {
  const { passkey, credential } = makePasskey(origin, await creationOptions(browser));
  const answer = await browser.post(PASSKEYS, { name, credential });
  expect(answer.statusCode).toBe(200);
  return { ...passkey, row: answer.json<{ data: { id: number } }>().data.id };
}

async function give(browser: Browser, url: string, passkey: SoftPasskey, faults: Faults = {}) {
  const credential = usePasskey(origin, await requestOptions(browser, url), passkey, faults);
  return browser.post(url, { credential });
}

async function createHolder(username: string) {
  const account = await setup.registerAccount(username);
  return { ...account, passkey: await addPasskey(account.browser) };
}

function pendingOf(answer: LightMyRequestResponse) {
  const { flows } = answer.json<{ data: { flows: { id: string; is_pending?: boolean }[] } }>().data;
  return flows.find(({ is_pending }) => is_pending)?.id;
}

async function subjectsTo(email: string): Promise<string[]> {
  await setup.runJobs();
  return setup.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
}

test('a passkey is added, listed, renamed and removed, and each is recorded and mailed', async () => {
  const { browser, email } = await setup.registerAccount('keeps-keys');
  const options = await creationOptions(browser);
  expect(options.publicKey).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: 'keeps-keys' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  });
  const passkey = await addPasskey(browser, 'My phone');
  expect((await browser.get(`${AUTH}/account/authenticators`)).json()).toMatchObject({
    data: [
      {
        type: 'webauthn',
        id: passkey.row,
        name: 'My phone',
        is_passwordless: true,
        rp_id: 'localhost',
        is_usable: true,
        last_used_at: null,
      },
    ],
  });
  expect((await creationOptions(browser)).publicKey).toMatchObject({
    excludeCredentials: [{ id: passkey.id, transports: ['internal', 'hybrid'] }],
  });
  const renamed = await browser.put(PASSKEYS, { id: passkey.row, name: 'Old phone' });
  expect(renamed.json()).toMatchObject({ status: 200, data: { name: 'Old phone' } });
  expect((await browser.delete(PASSKEYS, { authenticators: [passkey.row] })).json()).toEqual({ status: 200 });
  expect((await browser.get(`${AUTH}/account/authenticators`)).json()).toMatchObject({ data: [] });
  expect(await subjectsTo(email)).toEqual(
    expect.arrayContaining([
      'A passkey was added to your account',
      'A passkey of your account was renamed',
      'A passkey was removed from your account',
    ]),
  );
  const events = (await browser.get('/api/security_events/')).json<{ results: { kind: string }[] }>();
  expect(events.results.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['passkey_added', 'passkey_renamed', 'passkey_removed']),
  );
});

test('a passkey alone logs in, and the answer reports no other step', async () => {
  const { username, passkey } = await createHolder('by-key');
  const guest = setup.createBrowser();
  expect((await requestOptions(guest)).publicKey).toMatchObject({
    rpId: 'localhost',
    allowCredentials: [],
    userVerification: 'required',
  });
  const answer = await give(guest, LOGIN, passkey);
  expect(answer.json()).toMatchObject({
    status: 200,
    data: {
      user: { username },
      methods: [{ method: 'mfa', type: 'webauthn', id: passkey.row, passwordless: true }],
    },
  });
  expect(await isSignedIn(guest)).toBe(true);
  expect((await guest.get(LOGIN)).statusCode).toBe(409);
  const { data } = (await guest.get(`${AUTH}/account/authenticators`)).json<{
    data: { last_used_at: number | null }[];
  }>();
  expect(data[0]?.last_used_at).toBe(setup.context.now().getTime() / 1000);
});

test.each([
  ['another site', { origin: 'https://vitrin.example.net' }],
  ['another host name', { rpId: 'example.net' }],
  ['no verified person', { isUserVerified: false }],
  ['an invented challenge', { challenge: 'aGVsbG8' }],
  ['an answer of another kind', { type: 'webauthn.create' }],
] satisfies [string, Faults][])(
  'an answer with %s starts no session, and is recorded',
  async (about, faults) => {
    const { passkey, browser } = await createHolder(`refused-${about.replaceAll(' ', '-')}`);
    const guest = setup.createBrowser();
    expect(errorCodes(await give(guest, LOGIN, passkey, faults))).toEqual(['credential:incorrect_code']);
    expect(await isSignedIn(guest)).toBe(false);
    await setup.runJobs();
    const events = (await browser.get('/api/security_events/')).json<{ results: { kind: string }[] }>();
    expect(events.results.map(({ kind }) => kind)).toContain('login_refused');
  },
);

test('an answer signed by another key starts no session', async () => {
  const { passkey } = await createHolder('signed');
  const other = await createHolder('signed-other');
  const guest = setup.createBrowser();
  const forged = { ...other.passkey, id: passkey.id };
  expect(errorCodes(await give(guest, LOGIN, forged))).toEqual(['credential:incorrect_code']);
});

test('a new passkey must match the session, the host name and the person as well', async () => {
  const { browser } = await setup.registerAccount('makes');
  const other = await setup.registerAccount('makes-other');
  const answer = async (faults: Faults, options?: Creation) => {
    const { credential } = makePasskey(origin, options ?? (await creationOptions(browser)), faults);
    return errorCodes(await browser.post(PASSKEYS, { name: 'x', credential }));
  };
  const refused = ['credential:incorrect_code'];
  expect(await answer({ origin: 'https://vitrin.example.net' })).toEqual(refused);
  expect(await answer({ rpId: 'example.net' })).toEqual(refused);
  expect(await answer({ isUserVerified: false })).toEqual(refused);
  expect(await answer({}, await creationOptions(other.browser))).toEqual(refused);
  // The challenge belongs to the same session, but to another purpose.
  const options = await creationOptions(browser);
  const { challenge } = (await requestOptions(browser, PROOF)).publicKey;
  expect(await answer({}, { publicKey: { ...options.publicKey, challenge } })).toEqual(refused);
  const { data } = (await browser.get(`${AUTH}/account/authenticators`)).json<{ data: unknown[] }>();
  expect(data).toEqual([]);
});

test('a challenge is answered once, in the browser that requested it, within a quarter of an hour', async () => {
  const { passkey } = await createHolder('challenged');
  const [first, second] = [setup.createBrowser(), setup.createBrowser()];
  // A browser with an id of its own; those of tests share one.
  second.cookies.clear();
  await second.get(`${AUTH}/config`);
  const options = await requestOptions(first);
  const credential = usePasskey(origin, options, passkey);
  expect(errorCodes(await second.post(LOGIN, { credential }))).toEqual(['credential:incorrect_code']);
  const answers = await Promise.all([first.post(LOGIN, { credential }), first.post(LOGIN, { credential })]);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 400]));
  const again = setup.createBrowser();
  expect(errorCodes(await again.post(LOGIN, { credential }))).toEqual(['credential:incorrect_code']);
  const late = usePasskey(origin, await requestOptions(again), passkey);
  setup.advance(15 * 60 + 1);
  expect(errorCodes(await again.post(LOGIN, { credential: late }))).toEqual(['credential:incorrect_code']);
});

test('a counter that does not increase is refused; one that stays at zero is not', async () => {
  const { passkey } = await createHolder('counted');
  const attempt = async (signCount: number) =>
    (await give(setup.createBrowser(), LOGIN, passkey, { signCount })).statusCode;
  expect(await attempt(0)).toBe(200);
  expect(await attempt(0)).toBe(200);
  expect(await attempt(7)).toBe(200);
  expect(await attempt(7)).toBe(400);
  expect(await attempt(6)).toBe(400);
  expect(await attempt(8)).toBe(200);
});

test('a removed passkey no longer logs in, and an unknown one is reported as unknown', async () => {
  const { browser, passkey } = await createHolder('removes');
  const waiting = setup.createBrowser();
  const credential = usePasskey(origin, await requestOptions(waiting), passkey);
  await browser.delete(PASSKEYS, { authenticators: [passkey.row] });
  const answer = await waiting.post(LOGIN, { credential });
  expect(answer.json()).toMatchObject({
    errors: [{ code: 'incorrect_code', param: 'credential', message: expect.stringContaining('no account') }],
  });
});

test('no passkey of another account is renamed or removed', async () => {
  const { passkey, browser } = await createHolder('owns');
  const other = await createHolder('owns-other');
  const renamed = await other.browser.put(PASSKEYS, { id: passkey.row, name: 'Mine' });
  expect(errorCodes(renamed)).toEqual(['id:invalid_choice']);
  const removed = await other.browser.delete(PASSKEYS, {
    authenticators: [other.passkey.row, passkey.row],
  });
  expect(errorCodes(removed)).toEqual(['authenticators:invalid_choice']);
  for (const one of [browser, other.browser])
    expect((await one.get(`${AUTH}/account/authenticators`)).json()).toMatchObject({
      data: [{ name: 'Phone' }],
    });
});

test('the twenty-first passkey of an account is refused', async () => {
  const { browser } = await setup.registerAccount('collects');
  for (let count = 0; count < 20; count += 1) {
    if (count % 5 === 0) setup.advance(61);
    await addPasskey(browser, String(count + 1));
  }
  setup.advance(61);
  expect((await browser.get(PASSKEYS)).statusCode).toBe(409);
});

test('adding, renaming and removing need a recent proof, for which a passkey suffices', async () => {
  const { browser, passkey } = await createHolder('recent-key');
  setup.advance(601);
  const late = [
    await browser.get(PASSKEYS),
    await browser.put(PASSKEYS, { id: passkey.row, name: 'x' }),
    await browser.delete(PASSKEYS, { authenticators: [passkey.row] }),
  ];
  expect(late.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401]);
  expect(late[0]?.json()).toMatchObject({
    data: { flows: [{ id: 'reauthenticate' }, { id: 'mfa_reauthenticate', types: ['webauthn'] }] },
    meta: { is_authenticated: true },
  });
  const stranger = await createHolder('recent-key-other');
  expect(errorCodes(await give(browser, PROOF, stranger.passkey))).toEqual(['credential:incorrect_code']);
  expect((await requestOptions(browser, PROOF)).publicKey).toMatchObject({
    allowCredentials: [{ id: passkey.id }],
  });
  const proven = await give(browser, PROOF, passkey);
  expect(proven.json()).toMatchObject({
    data: { methods: [{ method: 'password' }, { method: 'mfa', type: 'webauthn', reauthenticated: true }] },
  });
  expect((await browser.put(PASSKEYS, { id: passkey.row, name: 'x' })).statusCode).toBe(200);
});

test('with an app, a password still needs a second step, for which a passkey suffices; a passkey needs none', async () => {
  const { browser, username, passkey } = await createHolder('both');
  const { secret } = (await browser.get(TOTP_URL)).json<{ meta: { secret: string } }>().meta;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: setup.context.now().getTime(),
  });
  expect((await browser.post(TOTP_URL, { code })).statusCode).toBe(200);

  expect((await give(setup.createBrowser(), LOGIN, passkey)).statusCode).toBe(200);

  const guest = setup.createBrowser();
  expect((await guest.get(STEP)).statusCode).toBe(401);
  const first = await guest.post(`${AUTH}/auth/login`, { username, password: PASSWORD });
  expect(first.json()).toMatchObject({
    data: {
      flows: expect.arrayContaining([
        { id: 'mfa_authenticate', types: ['totp', 'recovery_codes', 'webauthn'], is_pending: true },
      ]),
    },
  });
  const other = await createHolder('both-other');
  expect(errorCodes(await give(guest, STEP, other.passkey))).toEqual(['credential:incorrect_code']);
  const second = await give(guest, STEP, passkey);
  expect([second.statusCode, pendingOf(second)]).toEqual([401, 'mfa_trust']);
  const done = await guest.post(`${AUTH}/auth/2fa/trust`, { trust: false });
  expect(done.json()).toMatchObject({
    data: { methods: [{ method: 'password' }, { method: 'mfa', type: 'webauthn', id: passkey.row }] },
  });
});

test('a passkey without an app asks for no second step after a password', async () => {
  const { username } = await createHolder('one-step');
  expect(await logIn(setup.createBrowser(), username)).toBe(200);
});

test('a reset removes passkeys unless the person keeps them, and the mail says so', async () => {
  const { email, passkey } = await createHolder('resets');
  const reset = async (keep_identities: boolean, password: string) => {
    setup.advance(3600);
    const guest = setup.createBrowser();
    await guest.post(`${AUTH}/auth/password/request`, { email });
    const key = await setup.mailedToken(email);
    const about = await guest.get(`/api/users/verify_token/?token=${encodeURIComponent(key)}`);
    expect(about.json()).toMatchObject({ has_identities: true });
    const answer = await guest.post(`${AUTH}/auth/password/reset`, { key, password, keep_identities });
    expect(answer.statusCode).toBe(200);
  };
  await reset(true, NEW);
  expect((await give(setup.createBrowser(), LOGIN, passkey)).statusCode).toBe(200);
  await reset(false, 'seven grey herons');
  expect((await give(setup.createBrowser(), LOGIN, passkey)).statusCode).toBe(400);
  await setup.runJobs();
  expect(setup.mails.findLast(({ to }) => to === email)?.text).toContain('Passkeys no longer log in');
});

test('a recovered account loses its former passkeys', async () => {
  const { browser, email } = await setup.registerAccount('taken-key');
  await browser.post(`${AUTH}/account/email`, { email: 'taken-key-2@example.com' });
  const link = await setup.mailedLink(email, '/take-back');
  const passkey = await addPasskey(browser);
  const key = link.searchParams.get('key');
  expect((await setup.createBrowser().post('/api/users/take_back/', { key })).statusCode).toBe(200);
  expect((await give(setup.createBrowser(), LOGIN, passkey)).statusCode).toBe(400);
});

test('a passkey of another account is no way to confirm this one', async () => {
  await createHolder('has-key');
  const { browser } = await setup.registerAccount('has-no-key');
  setup.advance(3600);
  const { data } = (await browser.delete(TOTP_URL)).json<{ data: { flows: object[] } }>();
  expect(data.flows).toEqual([{ id: 'reauthenticate' }]);
});

test('ten wrong answers from one network lock it for a minute, even for the right one', async () => {
  const { passkey } = await createHolder('guessed-key');
  const guest = setup.createBrowser();
  for (let count = 0; count < 10; count += 1)
    expect(errorCodes(await give(guest, LOGIN, passkey, { isUserVerified: false }))).toEqual([
      'credential:incorrect_code',
    ]);
  const locked = await give(guest, LOGIN, passkey);
  expect(errorCodes(locked)).toEqual(['too_many_login_attempts']);
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
  setup.advance(61);
  expect((await give(guest, LOGIN, passkey)).statusCode).toBe(200);
});

test('answers of any size and shape are refused without an internal error', async () => {
  const { browser } = await setup.registerAccount('hostile-key');
  const { credential } = makePasskey(origin, await creationOptions(browser));
  const long = 'A'.repeat(60_000);
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const bodies: unknown[] = [
    {},
    { credential: null },
    { credential: long },
    { credential: { ...credential, id: long } },
    { credential: { ...credential, response: { ...credential.response, attestationObject: long } } },
    { credential: { ...credential, response: { ...credential.response, attestationObject: 'o2NmbXQ' } } },
    { credential: { ...credential, response: { ...credential.response, clientDataJSON: 'e30' } } },
    { credential: { ...credential, response: { clientDataJSON: 'bnVsbA', attestationObject: 'oA' } } },
    { credential: { ...credential, clientExtensionResults: { deep } } },
    { name: long, credential },
    { name: 'bell', credential },
  ];
  for (const [index, body] of bodies.entries()) {
    setup.advance(61);
    if (index % 5 === 0) await confirm(browser);
    for (const url of [PASSKEYS, LOGIN, PROOF]) {
      const sender = url === LOGIN ? setup.createBrowser() : browser;
      const { statusCode } = await sender.post(url, body);
      expect([400, 413], `${url} ${JSON.stringify(body).slice(0, 80)}`).toContain(statusCode);
    }
  }
});

test('passkeys of another address are listed as such, offered to no browser, and cannot log in', async () => {
  const { browser, passkey } = await createHolder('moved');
  await setup.db
    .updateTable('passkeys')
    .set({ rp_id: 'old.example' })
    .where('id', '=', passkey.row)
    .execute();
  expect((await browser.get(`${AUTH}/account/authenticators`)).json()).toMatchObject({
    data: [{ rp_id: 'old.example', is_usable: false }],
  });
  expect((await requestOptions(browser, PROOF)).publicKey).toMatchObject({ allowCredentials: [] });
  expect((await creationOptions(browser)).publicKey).toMatchObject({ excludeCredentials: [] });
  const faults = { rpId: 'old.example', origin: 'https://old.example' };
  expect((await give(setup.createBrowser(), LOGIN, passkey, faults)).statusCode).toBe(400);
});
