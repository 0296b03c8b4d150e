import { afterAll, beforeEach, expect, test } from 'vitest';
import { AUTH, isSignedIn, logIn, PASSWORD } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { startSocialLogin } from '../../../testing/social-login.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

/** A stranger prepares an account for the owner of an address, to return when the owner uses it. */

let attacker: Browser;
let victim: Browser;
const social = await startSocialLogin();
const setup = await sharedTestApp(social.provider.environment);
afterAll(() => social.provider.stop());
beforeEach(() => {
  setup.advance(3600);
  attacker = setup.createBrowser();
  victim = setup.createBrowser();
});

/** The proposed username is taken, so the stranger is asked for one and gives the victim's address. */
async function prepare(name: string) {
  const email = `${name}@example.com`;
  const identity = { sub: `attacker-of-${name}`, email: `${name}@attacker.example`, email_verified: true };
  await social.goAndReturn(attacker, identity);
  const prepared = await social.complete(attacker, { username: `${name}-prepared`, email });
  expect(prepared.statusCode).toBe(401);
  setup.advance(200);
  return { email, identity };
}

/** The account that the stranger's identity opens afterwards. */
async function comesIn(identity: Awaited<ReturnType<typeof prepare>>['identity']): Promise<boolean> {
  for (const browser of [attacker, setup.createBrowser()]) {
    await social.goAndReturn(browser, identity);
    if (await isSignedIn(browser)) return true;
  }
  return false;
}

const identitiesOf = async (username: string) =>
  (
    await setup.db
      .selectFrom('social_accounts')
      .innerJoin('users', 'users.id', 'social_accounts.user_id')
      .select('uid')
      .where('username', '=', username)
      .execute()
  ).map(({ uid }) => uid);

test("an identity added with a stranger's address is gone once the stranger has reset the password", async () => {
  const { email, identity } = await prepare('hijacked-by-reset');
  await victim.post(`${AUTH}/auth/password/request`, { email });
  const key = await setup.mailedToken(email);
  expect((await victim.post(`${AUTH}/auth/password/reset`, { key, password: PASSWORD })).statusCode).toBe(
    200,
  );
  expect(await identitiesOf('hijacked-by-reset-prepared')).toEqual([]);
  expect(await comesIn(identity)).toBe(false);
});

test('an identity is gone once another account has verified its address', async () => {
  const { email, identity } = await prepare('hijacked-by-verifying');
  await victim.post(`${AUTH}/auth/email/verify`, { key: await setup.mailedKey(email) });
  expect(await identitiesOf('hijacked-by-verifying-prepared')).toEqual([]);
  expect(await comesIn(identity)).toBe(false);
});

test('an identity is gone when its owner verifies the address in a browser that is signed in as another', async () => {
  const { email, identity } = await prepare('hijacked-while-signed-in');
  const { browser } = await setup.registerAccount('signed-in-meanwhile');
  await browser.post(`${AUTH}/auth/email/verify`, { key: await setup.mailedKey(email) });
  expect(await comesIn(identity)).toBe(false);
});

test('a pending identity starts no session and is no way to sign in', async () => {
  const { identity } = await prepare('still-pending');
  expect(await comesIn(identity)).toBe(false);
});

test('an identity pending at another account can be connected after a login with a password', async () => {
  const { identity } = await prepare('waits-elsewhere');
  const { browser, username } = await setup.registerAccount('connects-it');
  const { location } = await social.connect(browser, identity);
  expect(location).not.toContain('error');
  expect(await identitiesOf(username)).toEqual([identity.sub]);
  expect(await identitiesOf('waits-elsewhere-prepared')).toEqual([]);
});

test('an identity that signs up in two tabs at once leaves one account', async () => {
  const identity = { sub: 'two-tabs', email: 'two-tabs@example.com', email_verified: false };
  const tabs = [attacker, victim];
  for (const tab of tabs) await social.goAndReturn(tab, identity);
  await Promise.all(
    tabs.map((tab, index) =>
      social.complete(tab, { username: `tab-${index}`, email: `tab-${index}@example.com` }),
    ),
  );
  const left = await setup.db
    .selectFrom('users')
    .select('username')
    .where('username', 'in', ['tab-0', 'tab-1'])
    .execute();
  expect(left).toHaveLength(1);
  expect(await logIn(victim, 'tab-0')).toBe(400);
});
