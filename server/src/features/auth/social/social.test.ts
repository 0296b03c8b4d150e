import { generateKeyPairSync } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { AUTH, errorCodes, isSignedIn, logIn, PASSWORD } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { CALLBACK, ORIGIN, type SocialLogin, startSocialLogin } from '../../../testing/social-login.ts';
import { guestTests } from '../../../testing/shared-test-app.ts';
import { createTestApp } from '../../../testing/test-app.ts';

const redirect: SocialLogin['redirect'] = (...given) => social.redirect(...given);
const goAndReturn: SocialLogin['goAndReturn'] = (...given) => social.goAndReturn(...given);
const complete: SocialLogin['complete'] = (...given) => social.complete(...given);
const social = await startSocialLogin();
const { provider } = social;
const { setup, guest } = await guestTests(provider.environment);
afterAll(() => provider.stop());

const session = async (browser: Browser) => (await browser.get(`${AUTH}/auth/session`)).json<object>();

test('the provider is offered in the configuration and among the flows', async () => {
  expect((await guest.get(`${AUTH}/config`)).json()).toMatchObject({
    data: {
      socialaccount: {
        providers: [{ id: 'google', name: 'Google', flows: ['provider_redirect'], client_id: 'vitrin-test' }],
      },
    },
  });
  expect(await session(guest)).toMatchObject({
    data: {
      flows: [
        { id: 'login' },
        { id: 'login_by_code' },
        { id: 'signup' },
        { id: 'provider_redirect', providers: ['google'] },
        { id: 'mfa_login_webauthn' },
      ],
    },
  });
});

test('a new person confirms the signup first, becomes a freelancer with a verified address, and logs in again later', async () => {
  const identity = { sub: 'g-1', email: 'Rosa@example.com', email_verified: true, name: 'Rosa Parks' };
  const { location } = await goAndReturn(guest, identity);
  expect(location).toBe(CALLBACK);
  expect(await session(guest)).toMatchObject({
    data: {
      flows: expect.arrayContaining([expect.objectContaining({ id: 'provider_signup', is_pending: true })]),
    },
  });
  const accounts = async () =>
    (await setup.db.selectFrom('users').select('id').where('username', '=', 'rosa').execute()).length;
  expect(await accounts()).toBe(0);
  expect((await complete(guest)).statusCode).toBe(200);
  expect(await session(guest)).toMatchObject({
    data: {
      user: { username: 'rosa', email: 'rosa@example.com', has_usable_password: false },
      methods: [{ method: 'socialaccount', provider: 'google', uid: 'g-1' }],
    },
  });
  const again = setup.createBrowser();
  await goAndReturn(again, { ...identity, email: 'changed@example.com' });
  expect(await session(again)).toMatchObject({ data: { user: { username: 'rosa' } } });
});

test('a signup by an identity ends the earlier session first', async () => {
  const { browser } = await setup.registerAccount('before');
  const before = browser.cookies.get('sessionid');
  await social.signUpWith(browser, { sub: 'g-after', email: 'after@example.com', email_verified: true });
  expect(await session(browser)).toMatchObject({ data: { user: { username: 'after' } } });
  expect(await isSignedIn(setup.createBrowser(before))).toBe(false);
});

test('a verified address links to the account that has verified it', async () => {
  const { username, email } = await setup.registerAccount('linked');
  await goAndReturn(guest, { sub: 'g-2', email, email_verified: true });
  expect(await session(guest)).toMatchObject({ data: { user: { username } } });
});

test('an address the provider does not vouch for links to no account, and its owner gets a mail', async () => {
  await setup.registerAccount('not-linked');
  const email = 'not-linked@example.com';
  await goAndReturn(guest, { sub: 'g-3', email, email_verified: false });
  expect((await complete(guest)).json()).toMatchObject({
    status: 401,
    data: { flows: expect.arrayContaining([{ id: 'verify_email', is_pending: true }]) },
  });
  await setup.runJobs();
  expect(setup.mails.at(-1)).toMatchObject({ to: email, subject: 'You already have an account' });
});

test('an account that never verified its address gives way to an identity with that address verified', async () => {
  const email = 'unverified-owner@example.com';
  const stranger = setup.createBrowser();
  await stranger.post(`${AUTH}/auth/signup`, { username: 'unverified-owner', email, password: PASSWORD });
  await social.signUpWith(guest, { sub: 'g-4', email, email_verified: true });
  expect(await session(guest)).toMatchObject({ data: { user: { username: 'unverified-owner2', email } } });
  expect(await logIn(stranger, 'unverified-owner')).toBe(400);
});

test('an address the provider does not vouch for is verified by mail first, in the same browser', async () => {
  const identity = { sub: 'g-5', email: 'careful@example.com', email_verified: false };
  await goAndReturn(guest, identity);
  expect((await complete(guest)).statusCode).toBe(401);
  expect(await isSignedIn(guest)).toBe(false);
  // This step is valid as long as the link, which is longer than other pending steps.
  setup.advance(2 * 24 * 3600);
  await guest.post(`${AUTH}/auth/email/verify`, { key: await setup.mailedKey('careful@example.com') });
  await goAndReturn(guest, identity);
  expect(await session(guest)).toMatchObject({ data: { user: { username: 'careful' } } });
});

test('the same identity in another browser may verify the address, too', async () => {
  const identity = { sub: 'g-5b', email: 'elsewhere@example.com', email_verified: false };
  await goAndReturn(guest, identity);
  await complete(guest);
  setup.advance(200);
  const phone = setup.createBrowser();
  await goAndReturn(phone, identity);
  expect(await session(phone)).toMatchObject({
    data: { flows: expect.arrayContaining([{ id: 'verify_email', is_pending: true }]) },
  });
  await phone.post(`${AUTH}/auth/email/verify`, { key: await setup.mailedKey('elsewhere@example.com') });
  await goAndReturn(phone, identity);
  expect(await session(phone)).toMatchObject({ data: { user: { username: 'elsewhere' } } });
});

test('where the proposed username is taken, another one is proposed', async () => {
  await setup.registerAccount('taken');
  const identity = { sub: 'g-6', email: 'taken@other.example', email_verified: true, name: 'T.' };
  await goAndReturn(guest, identity);
  const pending = await guest.get(`${AUTH}/auth/provider/signup`);
  expect(pending.json()).toMatchObject({
    status: 200,
    data: {
      user: { username: 'taken2', email: 'taken@other.example' },
      account: { uid: 'g-6', provider: { id: 'google' } },
      email: [{ email: 'taken@other.example', verified: true, primary: true }],
    },
  });
  expect(errorCodes(await complete(guest, { username: 'TAKEN' }))).toEqual(['username:username_taken']);
  expect(errorCodes(await complete(guest, { username: 'a b' }))).toEqual(['username:invalid']);
  expect(errorCodes(await complete(guest, { username: 'pay@evil.com' }))).toEqual(['username:no_addresses']);
  expect((await complete(guest, { username: 'not.taken' })).json()).toMatchObject({
    status: 200,
    data: { user: { username: 'not.taken', email: 'taken@other.example' } },
  });
  expect((await guest.get(`${AUTH}/auth/provider/signup`)).json()).toEqual({ status: 409 });
});

test('an address other than the one the provider vouches for has to be verified, and may be corrected', async () => {
  await goAndReturn(guest, { sub: 'g-7', email: 'not an address' });
  expect(errorCodes(await complete(guest, { username: 'g7' }))).toEqual(['email:required']);
  expect((await complete(guest, { username: 'g7', email: 'g7@exmaple.com' })).statusCode).toBe(401);
  const mistyped = await setup.mailedKey('g7@exmaple.com');
  expect((await complete(guest, { username: 'g7', email: 'g7@example.com' })).statusCode).toBe(401);
  expect(errorCodes(await guest.post(`${AUTH}/auth/email/verify`, { key: mistyped }))).toEqual([
    'key:invalid_or_expired_key',
  ]);
  await guest.post(`${AUTH}/auth/email/verify`, { key: await setup.mailedKey('g7@example.com') });
  await goAndReturn(guest, { sub: 'g-7' });
  expect(await session(guest)).toMatchObject({ data: { user: { username: 'g7', email: 'g7@example.com' } } });
});

test("an identity that waits for its address takes no other account's username", async () => {
  await setup.registerAccount('occupied');
  await goAndReturn(guest, { sub: 'g-8', email: 'not an address' });
  expect((await complete(guest, { username: 'g8', email: 'g8@exmaple.com' })).statusCode).toBe(401);
  for (const email of ['g8@example.com', 'occupied@example.com']) {
    const refused = await complete(guest, { username: 'occupied', email });
    expect(errorCodes(refused)).toEqual(['username:username_taken']);
  }
});

test('refused, lost, repeated and foreign returns redirect back with an error and start no session', async () => {
  const { location } = await goAndReturn(guest, null);
  expect(location).toBe(`${CALLBACK}?error=cancelled&error_process=login`);

  const { back } = await goAndReturn(guest, { sub: 'g-8', email: 'once@example.com', email_verified: true });
  const lost = `${CALLBACK}?error=unknown&error_process=login`;
  for (const browser of [guest, setup.createBrowser()]) {
    const repeated = await browser.get(back.pathname + back.search);
    expect(repeated.headers.location).toBe(lost);
  }
  expect((await guest.get('/api/accounts/google/login/callback/')).headers.location).toBe(lost);

  const stranger = setup.createBrowser();
  const begun = await redirect(stranger);
  const state = new URL(String(begun.headers.location)).searchParams.get('state') ?? '';
  const forged = await stranger.get(
    `/api/accounts/google/login/callback/?${new URLSearchParams({ state, code: 'made up', iss: provider.issuer }).toString()}`,
  );
  expect(forged.headers.location).toBe(lost);
  expect(await isSignedIn(stranger)).toBe(false);
});

test('a wrong or foreign form, or one without the token, does not lead to the provider', async () => {
  const lost = `${CALLBACK}?error=unknown&error_process=login`;
  const wrong: Record<string, string>[] = [
    { provider: 'other' },
    { process: 'steal' },
    { callback_url: 'https://evil.example/' },
    { callback_url: '//evil.example/' },
    { callback_url: '' },
  ];
  for (const fields of wrong) expect((await redirect(guest, fields)).headers.location).toBe(lost);
  const many = await Promise.all(Array.from({ length: 31 }, () => redirect(guest)));
  expect(many.filter(({ headers }) => headers.location === lost)).toHaveLength(1 + wrong.length);
  setup.advance(60);
  const forged = await redirect(guest, { csrfmiddlewaretoken: 'x'.repeat(59) });
  expect([forged.statusCode, forged.json()]).toEqual([403, { detail: expect.any(String) }]);
  const begun = await redirect(guest);
  const url = new URL(String(begun.headers.location));
  expect(url.origin).toBe(provider.issuer);
  expect(url.searchParams.get('code_challenge_method')).toBe('S256');
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(url.searchParams.get(name)?.length).toBeGreaterThan(20);
});

test('a signed-in user connects a social account, and disconnects it while another way to sign in remains', async () => {
  const { browser } = await setup.registerAccount('connects');
  const identity = { sub: 'g-9', email: 'connects@other.example', email_verified: true };
  const { location } = await goAndReturn(browser, identity, {
    process: 'connect',
    callback_url: `${ORIGIN}/account`,
  });
  expect(location).toBe(`${ORIGIN}/account`);
  const PROVIDERS = `${AUTH}/account/providers`;
  expect((await browser.get(PROVIDERS)).json()).toMatchObject({
    data: [{ uid: 'g-9', display: 'connects@other.example', provider: { id: 'google' } }],
  });

  const { browser: other } = await setup.registerAccount('connects-too');
  const taken = await goAndReturn(other, identity, { process: 'connect', callback_url: `${ORIGIN}/account` });
  expect(taken.location).toBe(`${ORIGIN}/account?error=connected_other&error_process=connect`);

  const end = (uid: string) => browser.delete(PROVIDERS, { provider: 'google', account: uid });
  expect(errorCodes(await end('g-0'))).toEqual(['account_not_found']);
  expect((await end('g-9')).json()).toEqual({ status: 200, data: [] });

  await social.signUpWith(guest, { sub: 'g-10', email: 'only@example.com', email_verified: true });
  const last = await guest.delete(PROVIDERS, { provider: 'google', account: 'g-10' });
  expect(errorCodes(last)).toEqual(['no_password']);
  const first = await guest.post(`${AUTH}/account/password/change`, { new_password: PASSWORD });
  expect(first.statusCode).toBe(200);
  expect((await guest.delete(PROVIDERS, { provider: 'google', account: 'g-10' })).statusCode).toBe(200);
  expect((await setup.createBrowser().get(PROVIDERS)).statusCode).toBe(401);
});

test('a guest connects no identity', async () => {
  const identity = { sub: 'g-11', email: 'nobodys@example.com', email_verified: true };
  const { location } = await social.connect(guest, identity);
  expect(location).toBe(`${ORIGIN}/account?error=unknown&error_process=connect`);
  expect(await isSignedIn(guest)).toBe(false);
});

test('an identity signed by an unpublished key starts no session', async () => {
  const { keys } = (await (await fetch(`${provider.issuer}/jwks`)).json()) as { keys: { kty: string }[] };
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = { keys: keys.map((key) => ({ ...key, ...publicKey.export({ format: 'jwk' }) })) };
  const identity = { sub: 'forged', email: 'forged@google.example', email_verified: true };
  const asks = async (published: object | null) => {
    const fresh = await createTestApp(provider.environment);
    provider.control.keys = published;
    const { location } = await goAndReturn(fresh.createBrowser(), identity);
    provider.control.keys = null;
    await fresh.close();
    return location;
  };
  expect(await asks(foreign)).toBe(`${CALLBACK}?error=unknown&error_process=login`);
  expect(await asks(null)).toBe(CALLBACK);
});

test('a provider that does not answer redirects back with an error', async () => {
  const deaf = await createTestApp({ ...provider.environment, GOOGLE_ISSUER: 'http://localhost:9' });
  const response = await redirect(deaf.createBrowser());
  expect(response.headers.location).toBe(`${CALLBACK}?error=unknown&error_process=login`);
  await deaf.close();
});
