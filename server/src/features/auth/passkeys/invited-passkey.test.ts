import { beforeEach, expect, test } from 'vitest';
import type { Customer } from '@vitrin/shared/contract/customers.ts';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import {
  EMPTY_CREDENTIAL,
  type Faults,
  makePasskey,
  type SoftPasskey,
  usePasskey,
} from '../../../../../test-kit/passkeys.ts';
import { AUTH, isSignedIn, PASSWORD } from '../../../testing/accounts.ts';
import { type Browser, createBrowser } from '../../../testing/browser.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const URL_OF_PASSKEY = '/api/users/invitation_passkey/';
const LOGIN = `${AUTH}/auth/webauthn/login`;
const OWN_PASSKEYS = `${AUTH}/account/authenticators/webauthn`;

const setup = await sharedTestApp();
const origin = new URL(setup.context.config.publicUrl).origin;
beforeEach(() => setup.advance(3600));

type Creation = Parameters<typeof makePasskey>[1];
type Request = Parameters<typeof usePasskey>[1];

let count = 0;
/** A client of a freelancer, invited by a copied link, and by mail where `email` is given. */
async function invited(email?: string) {
  const { browser } = await setup.createFreelancer();
  const username = `by-passkey-${(count += 1)}`;
  const { id, reset_token } = (await browser.post('/api/users/', { username, email })).json<Customer>();
  const mailed = email && (await setup.mailedLink(email, '/customer-register')).searchParams.get('token');
  const rowOf = async () => {
    await setup.runJobs();
    const { results } = (await browser.get('/api/users/')).json<{ results: Customer[] }>();
    return results.find((row) => row.id === id);
  };
  return {
    freelancer: browser,
    id,
    username,
    token: mailed || (reset_token ?? ''),
    copied: reset_token ?? '',
    rowOf,
  };
}

const optionsAt = (browser: Browser, token: string) =>
  browser.get(`${URL_OF_PASSKEY}?token=${encodeURIComponent(token)}`);

async function creationOf(browser: Browser, token: string): Promise<Creation> {
  const answer = await optionsAt(browser, token);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ creation_options: Creation }>().creation_options;
}

async function register(browser: Browser, token: string, more: object = {}, faults: Faults = {}) {
  const { passkey, credential } = makePasskey(origin, await creationOf(browser, token), faults);
  const answer = await browser.post(URL_OF_PASSKEY, { token, credential, ...more });
  return { passkey, credential, answer };
}

async function logIn(passkey: SoftPasskey, guest = setup.createBrowser()) {
  const options = (await guest.get(LOGIN)).json<{ data: { request_options: Request } }>();
  const credential = usePasskey(origin, options.data.request_options, passkey);
  return guest.post(LOGIN, { credential });
}

const look = (token: string) => setup.createBrowser().get(`/api/users/verify_token/?token=${token}`);

const byPassword = (token: string, browser = setup.createBrowser()) =>
  browser.post('/api/users/reset_password/', {
    reset_token: token,
    password: PASSWORD,
    password_confirm: PASSWORD,
  });

test('a copied invitation is accepted with a passkey, which is then the only way to sign in', async () => {
  const { token, username, rowOf } = await invited();
  expect((await look(token)).json()).toMatchObject({ passkey: 'alone' });
  const client = setup.createBrowser();
  const options = await creationOf(client, token);
  expect(options.publicKey).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: username },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const { passkey, answer } = await register(client, token);
  expect([answer.statusCode, answer.json()]).toEqual([200, { detail: 'Your passkey has been created.' }]);
  expect((await client.get(`${AUTH}/auth/session`)).json()).toMatchObject({
    data: {
      user: { username, has_usable_password: false },
      methods: [{ method: 'mfa', type: 'webauthn', passwordless: true }],
    },
  });
  expect((await client.get(`${AUTH}/account/email`)).json()).toMatchObject({ data: [] });
  expect((await logIn(passkey)).json()).toMatchObject({ status: 200, data: { user: { username } } });
  expect(await rowOf()).toMatchObject({ registered: true, reset_token: expect.stringMatching(/^i\./) });
});

test('a mailed invitation verifies its address, by which a code is the second way to sign in', async () => {
  const email = 'code-and-key@example.com';
  const { token, rowOf } = await invited(email);
  expect((await look(token)).json()).toMatchObject({ passkey: 'with_code', mailed_to: email });
  const client = setup.createBrowser();
  expect((await register(client, token)).answer.statusCode).toBe(200);
  expect((await client.get(`${AUTH}/account/email`)).json()).toMatchObject({
    data: [{ email, verified: true, primary: true }],
  });
  expect(await rowOf()).toMatchObject({ registered: true, reset_token: null });
  const other = setup.createBrowser();
  await other.post(`${AUTH}/auth/code/request`, { email });
  const [code] = await setup.mailedCodes(email);
  expect((await other.post(`${AUTH}/auth/code/confirm`, { code })).statusCode).toBe(200);
});

test('the freelancer is mailed that the client has registered, once, and the client reads what happened', async () => {
  const { email, browser: freelancer } = await setup.registerAccount('mailed-of-passkeys');
  const created = (await freelancer.post('/api/users/', { username: 'told-by-passkey' })).json<Customer>();
  const client = setup.createBrowser();
  expect((await register(client, created.reset_token ?? '')).answer.statusCode).toBe(200);
  await setup.runJobs();
  const subjects = setup.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === 'told-by-passkey has registered')).toHaveLength(1);
  const events = (await client.get('/api/security_events/')).json<{ results: { kind: string }[] }>();
  expect(events.results.map(({ kind }) => kind)).toEqual(['passkey_added']);
});

test('an address typed with a copied invitation is added, and verified by its mail', async () => {
  const { token } = await invited();
  const client = setup.createBrowser();
  const email = 'typed-with-passkey@example.com';
  const wrong = await register(client, token, { email: 'no address' });
  expect([wrong.answer.statusCode, Object.keys(wrong.answer.json<object>())]).toEqual([400, ['email']]);
  expect((await register(client, token, { email })).answer.statusCode).toBe(200);
  expect((await client.get(`${AUTH}/account/email`)).json()).toMatchObject({
    data: [{ email, verified: false, primary: true }],
  });
  const key = await setup.mailedKey(email);
  expect((await client.post(`${AUTH}/auth/email/verify`, { key })).statusCode).toBe(200);
});

test('an invitation works once: in two tabs, repeated, and by a password afterwards', async () => {
  const { token, copied } = await invited('once-by-key@example.com');
  const [one, two] = [setup.createBrowser(), setup.createBrowser()];
  const [first, second] = await Promise.all(
    [one, two].map(async (tab) => {
      const { credential } = makePasskey(origin, await creationOf(tab, token));
      return { tab, body: { token, credential } };
    }),
  );
  if (!first || !second) throw new Error('Two tabs are open');
  const answers = await Promise.all([first, second].map(({ tab, body }) => tab.post(URL_OF_PASSKEY, body)));
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  expect(statuses[0]).toBe(200);
  expect([400, 410]).toContain(statuses[1]);
  for (const { tab, body } of [first, second])
    expect((await tab.post(URL_OF_PASSKEY, body)).statusCode).toBe(410);
  for (const used of [token, copied]) {
    expect((await optionsAt(setup.createBrowser(), used)).statusCode).toBe(410);
    expect((await byPassword(used)).statusCode).toBe(410);
    expect((await look(used)).statusCode).toBe(410);
  }
});

test('a challenge belongs to one invitation and one browser, and is valid for a quarter of an hour', async () => {
  const [mine, other] = [await invited(), await invited()];
  const client = setup.createBrowser();
  const answerTo = async (options: Creation, sender = client, token = mine.token) => {
    const { credential } = makePasskey(origin, options);
    const answer = await sender.post(URL_OF_PASSKEY, { token, credential });
    return [answer.statusCode, Object.keys(answer.json<object>())];
  };
  const refused = [400, ['credential']];
  expect(await answerTo(await creationOf(client, other.token))).toEqual(refused);
  const stranger = setup.createBrowser();
  // A browser with an id of its own; those of tests share one.
  stranger.cookies.clear();
  await stranger.get(`${AUTH}/config`);
  expect(await answerTo(await creationOf(client, mine.token), stranger)).toEqual(refused);
  const account = await setup.registerAccount('asks-for-own-passkey');
  const own = (await account.browser.get(OWN_PASSKEYS)).json<{ data: { creation_options: Creation } }>();
  expect(await answerTo(own.data.creation_options)).toEqual(refused);
  const late = await creationOf(client, mine.token);
  setup.advance(15 * 60 + 1);
  expect(await answerTo(late)).toEqual(refused);
  expect((await register(client, mine.token)).answer.statusCode).toBe(200);
});

test.each([
  ['another site', { origin: 'https://vitrin.example.net' }],
  ['another host name', { rpId: 'example.net' }],
  ['no verified person', { isUserVerified: false }],
  ['an answer of another kind', { type: 'webauthn.get' }],
] satisfies [string, Faults][])('an answer with %s makes no account', async (_about, faults) => {
  const { token, rowOf } = await invited();
  const client = setup.createBrowser();
  const { answer } = await register(client, token, {}, faults);
  expect([answer.statusCode, Object.keys(answer.json<object>())]).toEqual([400, ['credential']]);
  expect(await isSignedIn(client)).toBe(false);
  expect(await rowOf()).toMatchObject({ registered: false });
  expect((await look(token)).statusCode).toBe(200);
});

test('an invitation that is corrected, withdrawn or expired meanwhile makes no account', async () => {
  const ends: [string, (of: Awaited<ReturnType<typeof invited>>) => Promise<unknown> | void][] = [
    [
      'corrected',
      ({ freelancer, id }) => freelancer.put(`/api/users/${id}/invitation/`, { email: 'r@example.com' }),
    ],
    ['withdrawn', ({ freelancer, id }) => freelancer.delete(`/api/users/${id}/invitation/`)],
    ['deleted', ({ freelancer, id }) => freelancer.delete(`/api/users/${id}/`)],
    ['expired', () => setup.advance(30 * 24 * 3600)],
  ];
  for (const [name, end] of ends) {
    const invitation = await invited(`${name}-meanwhile@example.com`);
    const client = setup.createBrowser();
    const { credential } = makePasskey(origin, await creationOf(client, invitation.token));
    await end(invitation);
    const answer = await client.post(URL_OF_PASSKEY, { token: invitation.token, credential });
    expect([name, answer.statusCode, Object.keys(answer.json<object>())]).toEqual([name, 400, ['detail']]);
    expect((await optionsAt(client, invitation.token)).statusCode).toBe(400);
    expect(await isSignedIn(client)).toBe(false);
  }
});

test('a person signed in as another continues as the invited client', async () => {
  const { token, username } = await invited();
  const { browser } = await setup.createFreelancer();
  const before = browser.cookies.get('sessionid');
  expect((await register(browser, token)).answer.statusCode).toBe(200);
  expect((await browser.get(`${AUTH}/auth/session`)).json()).toMatchObject({ data: { user: { username } } });
  expect(browser.cookies.get('sessionid')).not.toBe(before);
  const old = createBrowser(setup.app, before);
  expect(await isSignedIn(old)).toBe(false);
});

test('a client who lost the device returns by a new link, which removes the earlier passkey', async () => {
  const { token, rowOf } = await invited();
  const client = setup.createBrowser();
  const lost = (await register(client, token)).passkey;
  setup.advance(3600);
  const again = (await rowOf())?.reset_token ?? '';
  expect((await look(again)).json()).toMatchObject({ passkey: 'alone', has_identities: true });
  const { answer, passkey } = await register(setup.createBrowser(), again);
  expect(answer.statusCode).toBe(200);
  expect((await look(again)).statusCode).toBe(410);
  expect(await isSignedIn(client)).toBe(false);
  expect((await logIn(lost)).statusCode).toBe(400);
  expect((await logIn(passkey)).statusCode).toBe(200);

  const third = (await rowOf())?.reset_token ?? '';
  const kept = await register(setup.createBrowser(), third, { keep_identities: true });
  expect(kept.answer.statusCode).toBe(200);
  for (const one of [passkey, kept.passkey]) expect((await logIn(one)).statusCode).toBe(200);

  setup.advance(3600);
  const fourth = (await rowOf())?.reset_token ?? '';
  expect((await byPassword(fourth)).statusCode).toBe(200);
  expect((await logIn(passkey)).statusCode).toBe(400);
});

test('a link makes no passkey for an account with a password, and a reset link never does', async () => {
  const { token, rowOf } = await invited();
  expect((await byPassword(token)).statusCode).toBe(200);
  const again = (await rowOf())?.reset_token ?? '';
  expect((await look(again)).json()).toMatchObject({ passkey: null });
  expect((await optionsAt(setup.createBrowser(), again)).statusCode).toBe(409);
  const { email } = await setup.registerAccount('resets-instead');
  await setup.createBrowser().post(`${AUTH}/auth/password/request`, { email });
  const reset = await setup.mailedToken(email);
  expect((await look(reset)).json()).toMatchObject({ passkey: null });
  expect((await optionsAt(setup.createBrowser(), reset)).statusCode).toBe(400);
});

test('a link does not replace the second step of an account', async () => {
  const { token, id, rowOf } = await invited();
  expect((await register(setup.createBrowser(), token)).answer.statusCode).toBe(200);
  const again = (await rowOf())?.reset_token ?? '';
  const waiting = setup.createBrowser();
  const { credential } = makePasskey(origin, await creationOf(waiting, again));
  await setup.db
    .insertInto('second_factors')
    .values({ user_id: id, secret: 'x', last_step: 0, created_at: '2026-01-01', last_used_at: null })
    .execute();
  expect((await look(again)).json()).toMatchObject({ passkey: null });
  expect((await optionsAt(waiting, again)).statusCode).toBe(409);
  expect((await waiting.post(URL_OF_PASSKEY, { token: again, credential })).statusCode).toBe(409);
});

test('the last way to sign in cannot be removed', async () => {
  const { token } = await invited();
  const client = setup.createBrowser();
  await register(client, token);
  const { data } = (await client.get(`${AUTH}/account/authenticators`)).json<{ data: { id: number }[] }>();
  const authenticators = data.map(({ id }) => id);
  const refused = await client.delete(OWN_PASSKEYS, { authenticators });
  expect(refused.json()).toMatchObject({ errors: [{ code: 'no_password', param: 'authenticators' }] });
  const changed = await client.post(`${AUTH}/account/password/change`, { new_password: PASSWORD });
  expect(changed.statusCode).toBe(200);
  expect((await client.delete(OWN_PASSKEYS, { authenticators })).statusCode).toBe(200);
});

test('a client without a password types the username to have the account deleted', async () => {
  const { token, username } = await invited();
  const client = setup.createBrowser();
  await register(client, token);
  expect((await client.post('/api/account/erasure/', { username })).statusCode).toBe(200);
});

test('a registered client is neither deleted nor counted as waiting', async () => {
  const { token, freelancer, id } = await invited();
  await register(setup.createBrowser(), token);
  expect((await freelancer.delete(`/api/users/${id}/`)).statusCode).toBe(409);
  expect((await freelancer.put(`/api/users/${id}/invitation/`, { email: 'x@example.com' })).statusCode).toBe(
    409,
  );
});

test('answers of any size and shape are refused without an internal error, and use nothing up', async () => {
  const { token } = await invited();
  const client = setup.createBrowser();
  const { credential } = makePasskey(origin, await creationOf(client, token));
  const long = 'A'.repeat(60_000);
  const bodies: unknown[] = [
    {},
    { token },
    { credential },
    { token: long, credential },
    { token: `m.${'1.'.repeat(20_000)}`, credential },
    { token, credential: long },
    { token, credential: { ...credential, id: long } },
    { token, credential: { ...credential, response: { clientDataJSON: 'bnVsbA', attestationObject: 'oA' } } },
    { token, credential, email: long },
    { token, credential, email: '\u0000' },
    { token, credential, keep_identities: long },
  ];
  for (const body of bodies) {
    setup.advance(10);
    const { statusCode } = await client.post(URL_OF_PASSKEY, body);
    expect([400, 413], JSON.stringify(body).slice(0, 80)).toContain(statusCode);
  }
  expect((await optionsAt(client, long)).statusCode).toBe(400);
  expect((await client.post(URL_OF_PASSKEY, { token, credential })).statusCode).toBe(200);
});

test('requests and answers count with the other uses of links, and need the CSRF token', async () => {
  const { token } = await invited();
  const client = setup.createBrowser();
  const { credential } = makePasskey(origin, await creationOf(client, token));
  const foreign = await client.post(URL_OF_PASSKEY, { token, credential }, { 'x-csrftoken': '' });
  expect(foreign.statusCode).toBe(403);
  for (let asked = 0; asked < 20; asked += 1) await look('x');
  expect((await optionsAt(client, token)).statusCode).toBe(429);
  const limited = await client.post(URL_OF_PASSKEY, { token, credential });
  expect([limited.statusCode, Number(limited.headers['retry-after']) > 0]).toEqual([429, true]);
});

test('an installation at an IP address offers no passkeys', async () => {
  const plain = await createTestApp({ PUBLIC_URL: 'http://127.0.0.1:3000' });
  const { browser } = await plain.createFreelancer();
  const { reset_token } = (await browser.post('/api/users/', { username: 'plain' })).json<Customer>();
  const token = reset_token ?? '';
  const link = await plain.createBrowser().get(`/api/users/verify_token/?token=${token}`);
  expect(link.json()).toMatchObject({ kind: 'invitation', passkey: null });
  expect((await optionsAt(plain.createBrowser(), token)).statusCode).toBe(404);
  expect(
    (await plain.createBrowser().post(URL_OF_PASSKEY, { token, credential: EMPTY_CREDENTIAL })).statusCode,
  ).toBe(404);
});

test('an installation that moved to an IP address makes no passkey, also for an account that has the most', async () => {
  const moved = await createTestApp({ PUBLIC_URL: 'http://127.0.0.1:3000' });
  const { id, browser } = await moved.createFreelancer();
  const passkey = {
    user_id: id,
    public_key: 'x',
    sign_count: 0,
    transports: '[]',
    rp_id: 'old.example',
    name: 'x',
    created_at: '2026-01-01T00:00:00.000Z',
  };
  const passkeys = Array.from({ length: MAX_COUNTS.passkeys }, (_, index) => ({
    ...passkey,
    credential_id: `${index}`,
  }));
  await moved.db.insertInto('passkeys').values(passkeys).execute();
  expect((await browser.get(OWN_PASSKEYS)).statusCode).toBe(404);
  await moved.close();
});
