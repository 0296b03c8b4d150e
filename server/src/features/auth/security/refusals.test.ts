import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { SecurityEvent } from '@vitrin/shared/contract/account/security.ts';
import { AUTH, confirm, errorCodes, PASSWORD } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { startSocialLogin } from '../../../testing/social-login.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const EMAIL = `${AUTH}/account/email`;
const LOCKED = ['too_many_login_attempts'];

let stranger: Browser;
const social = await startSocialLogin();
const setup = await sharedTestApp({ ...social.provider.environment, TRUST_PROXY: '1' });
afterAll(() => social.provider.stop());
beforeEach(() => {
  setup.advance(3600);
  stranger = setup.createBrowser();
});

/** Kind and detail of the events the owner is shown, the newest first. */
async function eventsOf(browser: Browser) {
  await setup.runJobs();
  const { results } = (await browser.get('/api/security_events/?limit=100')).json<Page<SecurityEvent>>();
  return results.map(({ kind, detail }) => [kind, detail]);
}

async function countEvents(browser: Browser, wanted: string) {
  return (await eventsOf(browser)).filter(([kind]) => kind === wanted).length;
}

async function guess(username: string, ip: string): Promise<string[]> {
  const from = { 'x-forwarded-for': ip };
  return errorCodes(await stranger.post(`${AUTH}/auth/login`, { username, password: 'wrong' }, from));
}

test('a refused change of the addresses is shown to the owner, with the address', async () => {
  const { browser, email } = await setup.registerAccount('refused-addresses');
  const typed = 'refused-addresses-2@example.com';
  await browser.post(EMAIL, { email: typed });
  setup.advance(1);
  expect((await browser.post(EMAIL, { email: typed })).statusCode).toBe(400);
  setup.advance(1);
  expect((await browser.patch(EMAIL, { email: typed, primary: true })).statusCode).toBe(400);
  setup.advance(1);
  expect((await browser.delete(EMAIL, { email })).statusCode).toBe(400);
  expect((await eventsOf(browser)).slice(0, 4)).toEqual([
    ['address_change_refused', email],
    ['address_change_refused', typed],
    ['address_change_refused', typed],
    ['address_added', typed],
  ]);
});

test('a refused disconnect of an identity is shown to the owner', async () => {
  const { browser } = await setup.registerAccount('refused-disconnect');
  const identity = { provider: 'google', account: 'of-nobody' };
  expect((await browser.delete(`${AUTH}/account/providers`, identity)).statusCode).toBe(400);
  expect((await eventsOf(browser))[0]).toEqual(['identity_disconnect_refused', null]);
});

test("connecting another account's identity is refused and shown to the signed-in account, 20 times a day", async () => {
  const identity = { sub: 'refused-connect', email: 'refused-connect@google.example', email_verified: true };
  await social.signUpWith(setup.createBrowser(), identity);
  const { browser } = await setup.registerAccount('refused-connect-too');
  for (let count = 0; count < 21; count += 1) {
    setup.advance(60);
    await confirm(browser);
    expect((await social.connect(browser, identity)).location).toContain('error=connected_other');
  }
  expect((await eventsOf(browser))[0]).toEqual(['identity_connect_refused', identity.email]);
  expect(await countEvents(browser, 'identity_connect_refused')).toBe(20);
});

test('a change to a common password is refused and shown to the owner, 20 times a day', async () => {
  const { browser } = await setup.registerAccount('refused-common');
  const passwords = { current_password: PASSWORD, new_password: 'password1' };
  for (let count = 0; count < 21; count += 1) {
    setup.advance(60);
    await confirm(browser);
    const answer = await browser.post(`${AUTH}/account/password/change`, passwords);
    expect(errorCodes(answer)).toEqual(['new_password:password_too_common']);
  }
  expect(await countEvents(browser, 'password_change_refused')).toBe(20);
});

test('a reset to a common password is refused and shown to the owner, 20 times a day', async () => {
  const { browser, email } = await setup.registerAccount('refused-reset');
  await stranger.post(`${AUTH}/auth/password/request`, { email });
  const key = await setup.mailedToken(email);
  for (let count = 0; count < 21; count += 1) {
    setup.advance(60);
    const answer = await stranger.post(`${AUTH}/auth/password/reset`, { key, password: 'password1' });
    expect(errorCodes(answer)).toEqual(['password:password_too_common']);
  }
  expect(await countEvents(browser, 'password_change_refused')).toBe(20);
});

test('logins refused unseen leave one row an hour for each network, however many there are', async () => {
  const { browser, username } = await setup.registerAccount('locked-rows');
  for (let count = 0; count < 5; count += 1) await guess(username, `198.51.100.${count}`);
  for (let count = 0; count < 7; count += 1) expect(await guess(username, '203.0.113.1')).toEqual(LOCKED);
  expect(await countEvents(browser, 'login_locked_out')).toBe(1);
  expect(await countEvents(browser, 'login_refused')).toBe(5);
  for (let count = 0; count < 3; count += 1)
    expect(await guess(username, `2001:db8:0:1::${count}`)).toEqual(LOCKED);
  expect(await countEvents(browser, 'login_locked_out')).toBe(2);
});

test('a login refused unseen writes as much for an unknown name as for a known one', async () => {
  const { username } = await setup.registerAccount('locked-alike');
  await setup.runJobs();
  const rows = async (table: 'jobs' | 'rate_limits') =>
    (await setup.db.selectFrom(table).selectAll().execute()).length;
  const written = [];
  for (const [name, network] of [
    [username, '198.51.101'],
    ['locked-nobody', '198.51.102'],
  ] as const) {
    for (let count = 0; count < 5; count += 1) await guess(name, `${network}.${count}`);
    const before = [await rows('jobs'), await rows('rate_limits')] as const;
    for (let count = 0; count < 3; count += 1) expect(await guess(name, `${network}.9`)).toEqual(LOCKED);
    written.push([(await rows('jobs')) - before[0], (await rows('rate_limits')) - before[1]]);
  }
  // Counters and notes of the network only.
  expect(written).toEqual([
    [1, 3],
    [1, 3],
  ]);
});

test('neither strangers nor a person at an open session crowd out earlier events', async () => {
  const { browser, username } = await setup.registerAccount('crowded');
  for (let count = 0; count < 25; count += 1) {
    await guess(username, `192.0.2.${count}`);
    await confirm(browser);
    await browser.delete(`${AUTH}/account/providers`, { provider: 'google', account: 'of-nobody' });
    setup.advance(3600 / 4);
  }
  await browser.post(`${AUTH}/auth/reauthenticate`, { password: 'wrong' });
  await confirm(browser);
  await browser.post(EMAIL, { email: 'crowded-2@example.com' });
  const kinds = (await eventsOf(browser)).map(([kind]) => kind);
  const count = (wanted: string) => kinds.filter((kind) => kind === wanted).length;
  expect([count('login_refused'), count('identity_disconnect_refused')]).toEqual([20, 20]);
  expect([count('password_change_refused'), count('address_added')]).toEqual([0, 1]);
});
