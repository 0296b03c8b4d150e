import { afterAll, expect, test } from 'vitest';
import { AUTH, isSignedIn } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { hold } from '../../../testing/held-request.ts';
import { startSocialLogin } from '../../../testing/social-login.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const NEW = 'a quiet harbour';

const social = await startSocialLogin();
const setup = await sharedTestApp({ RATE_LIMITS: 'off', ...social.provider.environment });
afterAll(() => social.provider.stop());

async function reset(email: string): Promise<void> {
  const owner = setup.createBrowser();
  await owner.post(`${AUTH}/auth/password/request`, { email });
  const key = await setup.mailedToken(email);
  expect((await owner.post(`${AUTH}/auth/password/reset`, { key, password: NEW })).statusCode).toBe(200);
}

/** A browser signed in by an identity, without a password. */
async function comeWithIdentity(sub: string): Promise<Browser> {
  const browser = setup.createBrowser();
  await social.signUpWith(browser, { sub, email: `${sub}@example.com`, email_verified: true });
  return browser;
}

const FEED = '/api/account/feed/';
const EMAIL = `${AUTH}/account/email`;
const OTHER = 'other-address@example.com';

test.each([
  ['adds no address', 'adds', ['POST', EMAIL, { email: 'thief@example.com' }]],
  ['makes no address primary', 'prefers', ['PATCH', EMAIL, { email: OTHER, primary: true }]],
  ['removes no address', 'removes', ['DELETE', EMAIL, { email: OTHER }]],
] as const)('a request that is held open until the password was reset %s', async (_, username, change) => {
  const { email, browser } = await setup.registerAccount(username);
  const { id } = await setup.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  await setup.db.deleteFrom('email_addresses').where('email', '=', OTHER).execute();
  const other = { user_id: id, email: OTHER, verified: true, is_primary: false };
  const at = '2026-01-01T00:00:00.000Z';
  await setup.db
    .insertInto('email_addresses')
    .values({ ...other, verified_at: at, created_at: at })
    .execute();

  expect((await hold(browser, change, () => reset(email))).statusCode).toBe(401);
  const after = await setup.db
    .selectFrom('email_addresses')
    .select(['email', 'is_primary'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute();
  expect(after).toEqual([
    { email, is_primary: true },
    { email: OTHER, is_primary: false },
  ]);
});

test('a request that is held open until its session was ended sets no first password', async () => {
  const browser = await comeWithIdentity('sets-first');
  const change = ['POST', `${AUTH}/account/password/change`, { new_password: NEW }] as const;
  const end = async () => {
    await setup.db.deleteFrom('sessions').execute();
  };
  expect((await hold(browser, change, end)).statusCode).toBe(401);
  expect(await isSignedIn(browser)).toBe(false);
  const user = await setup.db
    .selectFrom('users')
    .select('password_hash')
    .where('username', '=', 'sets-first')
    .executeTakeFirstOrThrow();
  expect(user.password_hash).toBeNull();
});

test('a request that is held open until its session was ended disconnects no identity', async () => {
  const { browser } = await setup.registerAccount('disconnects');
  await social.connect(browser, { sub: 'disconnects-1', email: 'disconnects-1@example.com' });
  const change = [
    'DELETE',
    `${AUTH}/account/providers`,
    { provider: 'google', account: 'disconnects-1' },
  ] as const;
  const end = async () => {
    await setup.db.deleteFrom('sessions').execute();
  };
  expect((await hold(browser, change, end)).statusCode).toBe(401);
  const rows = await setup.db
    .selectFrom('social_accounts')
    .select('id')
    .where('uid', '=', 'disconnects-1')
    .execute();
  expect(rows).toHaveLength(1);
});

test.each([
  ['asks for no deletion', 'held-erasure', ['POST', '/api/account/erasure/', { username: 'held-erasure' }]],
  ['makes no token', 'held-token', ['POST', '/api/tokens/', { name: 'x', scope: 'read' }]],
  ['replaces no feed', 'held-feed', ['POST', FEED, {}]],
  ['ends no feed', 'held-end', ['DELETE', FEED, {}]],
] as const)('a request that is held open until its session was ended %s', async (_, username, change) => {
  const browser = await comeWithIdentity(username);
  const { id } = await setup.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  await setup.putOnPlan({ id }, 'enterprise');
  expect((await browser.post(FEED)).statusCode).toBe(201);
  const stored = async () => [
    await setup.db.selectFrom('feeds').selectAll().where('user_id', '=', id).execute(),
    await setup.db.selectFrom('tokens').selectAll().where('user_id', '=', id).execute(),
    await setup.db.selectFrom('erasures').selectAll().where('user_id', '=', id).execute(),
  ];
  const before = await stored();
  const end = async () => {
    await setup.db.deleteFrom('sessions').execute();
  };
  expect((await hold(browser, change, end)).statusCode).toBe(401);
  expect(await stored()).toEqual(before);
});

test('an identity that returns from the provider during a reset is not connected', async () => {
  const { email, browser } = await setup.registerAccount('connects-meanwhile');
  expect(await isSignedIn(browser)).toBe(true);
  const identity = setup.context.identity;
  if (!identity) throw new Error('There is no provider');
  const { identify } = identity;
  identity.identify = async (...way) => {
    const found = await identify(...way);
    await reset(email);
    return found;
  };
  const { location } = await social.connect(browser, { sub: 'thief', email: 'thief@example.com' });
  identity.identify = identify;
  expect(location).toContain('error=unknown');
  const rows = await setup.db.selectFrom('social_accounts').select('id').where('uid', '=', 'thief').execute();
  expect(rows).toEqual([]);
});

test('a login by an identity that a reset disconnects meanwhile begins no session', async () => {
  const { browser } = await setup.registerAccount('comes-meanwhile');
  const mine = { sub: 'comes-1', email: 'comes-1@example.com' };
  await social.connect(browser, mine);
  // The log line stands between finding the account and starting its session.
  const { log } = setup.context;
  const { info } = log;
  let gone: Promise<unknown> | undefined;
  log.info = (_fields: object, message?: string) => {
    if (message !== 'Login by social account') return;
    gone = setup.db.deleteFrom('social_accounts').where('uid', '=', mine.sub).execute();
  };
  const thief = setup.createBrowser();
  const { location } = await social.goAndReturn(thief, mine);
  log.info = info;
  expect(gone).toBeDefined();
  await gone;
  expect(location).toContain('error=unknown');
  expect(await isSignedIn(thief)).toBe(false);
});
