import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { makePasskey, usePasskey } from '../../../../../test-kit/passkeys.ts';
import { AUTH, PASSWORD } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ REQUIRE_SECOND_FACTOR: 'freelancers' });
const TOTP_URL = `${AUTH}/account/authenticators/totp`;
const PASSKEYS = `${AUTH}/account/authenticators/webauthn`;
const LOGIN_BY_PASSKEY = `${AUTH}/auth/webauthn/login`;
const REFUSED = { statusCode: 403, code: 'second_step_required' };

async function answerTo(browser: Browser, url = '/api/projects/') {
  const answer = await browser.get(url);
  return { statusCode: answer.statusCode, code: answer.json<{ code?: string }>().code };
}

async function setUpApp(browser: Browser): Promise<void> {
  const { secret } = (await browser.get(TOTP_URL)).json<{ meta: { secret: string } }>().meta;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = totp.generate({ timestamp: setup.context.now().getTime() });
  expect((await browser.post(TOTP_URL, { code })).statusCode).toBe(200);
}

test('a freelancer sees no work until an app is set up, and none again once it is removed', async () => {
  const { browser } = await setup.registerAccount('must-set-up');
  for (const url of ['/api/projects/', '/api/users/', '/api/security_events/', '/api/projects/summary/'])
    expect(await answerTo(browser, url), url).toEqual(REFUSED);
  expect((await browser.post('/api/projects/', { name: 'Early' })).statusCode).toBe(403);
  type Session = { data: { user: { id: number } } };
  const { id } = (await browser.get(`${AUTH}/auth/session`)).json<Session>().data.user;
  expect((await browser.get(`/api/users/${id}/`)).statusCode).toBe(200);
  expect((await browser.get(`/api/users/${id + 1}/`)).statusCode).toBe(403);
  await setUpApp(browser);
  expect(await answerTo(browser)).toEqual({ statusCode: 200, code: undefined });
  expect((await browser.delete(TOTP_URL)).statusCode).toBe(200);
  expect(await answerTo(browser)).toEqual(REFUSED);
});

test('setting up an app ends the sessions opened by the password alone', async () => {
  const { browser, username } = await setup.registerAccount('sets-up-late');
  const stranger = setup.createBrowser();
  expect((await stranger.post(`${AUTH}/auth/login`, { username, password: PASSWORD })).statusCode).toBe(200);
  expect(await answerTo(stranger)).toEqual(REFUSED);
  await setUpApp(browser);
  expect(await answerTo(browser)).toEqual({ statusCode: 200, code: undefined });
  expect((await stranger.get('/api/projects/')).statusCode).toBe(401);
});

test('a freelancer without an app logs out, and logs in again to the same refusal', async () => {
  const { browser, username } = await setup.registerAccount('logs-out');
  expect((await browser.delete(`${AUTH}/auth/session`)).statusCode).toBe(401);
  const again = await browser.post(`${AUTH}/auth/login`, { username, password: PASSWORD });
  expect(again.statusCode).toBe(200);
  expect(await answerTo(browser)).toEqual(REFUSED);
});

test('a login by a passkey has both steps, and one by a password has not, even if there is a passkey', async () => {
  const { browser, username } = await setup.registerAccount('has-key');
  const origin = new URL(setup.context.config.publicUrl).origin;
  type Creation = { data: { creation_options: Parameters<typeof makePasskey>[1] } };
  const creation = (await browser.get(PASSKEYS)).json<Creation>().data.creation_options;
  const { passkey, credential } = makePasskey(origin, creation);
  expect((await browser.post(PASSKEYS, { credential })).statusCode).toBe(200);
  expect(await answerTo(browser)).toEqual(REFUSED);
  const other = setup.createBrowser();
  type Request = { data: { request_options: Parameters<typeof usePasskey>[1] } };
  const request = (await other.get(LOGIN_BY_PASSKEY)).json<Request>().data.request_options;
  await other.post(LOGIN_BY_PASSKEY, { credential: usePasskey(origin, request, passkey) });
  expect(await answerTo(other)).toEqual({ statusCode: 200, code: undefined });
  const third = setup.createBrowser();
  await third.post(`${AUTH}/auth/login`, { username, password: PASSWORD });
  expect(await answerTo(third)).toEqual(REFUSED);
});

test('a customer needs no second step', async () => {
  const client = await setup.createCustomer({ username: 'asked-nothing' });
  expect(await answerTo(client.browser)).toEqual({ statusCode: 200, code: undefined });
});
