import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { AUTH, confirm, logIn } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { startSocialLogin } from '../../../testing/social-login.ts';

const TOTP_URL = `${AUTH}/account/authenticators/totp`;

const social = await startSocialLogin();
const setup = await sharedTestApp(social.provider.environment);
afterAll(() => social.provider.stop());
beforeEach(() => setup.advance(3600));

type Uses = { password?: number; code?: number };
const usesOf = async (browser: Browser) =>
  (await browser.get(`${AUTH}/auth/session`)).json<{ data: { user: { last_uses?: Uses } } }>().data.user
    .last_uses;
const now = () => Math.floor(setup.context.now().getTime()) / 1000;

async function logInByCode(email: string): Promise<Browser> {
  const browser = setup.createBrowser();
  await browser.post(`${AUTH}/auth/code/request`, { email });
  const [code] = await setup.mailedCodes(email);
  expect((await browser.post(`${AUTH}/auth/code/confirm`, { code })).statusCode).toBe(200);
  return browser;
}

test('the last use of a password outlives every session that it began', async () => {
  const { browser, email } = await setup.registerAccount('outlives');
  const atLogin = now();
  expect(await usesOf(browser)).toEqual({ password: atLogin });
  await browser.delete(`${AUTH}/auth/session`);
  setup.advance(100 * 24 * 3600);
  const byCode = await logInByCode(email);
  expect(await usesOf(byCode)).toEqual({ password: atLogin, code: now() });
});

test('a confirmation is a use, and a wrong password is none', async () => {
  const { browser } = await setup.registerAccount('confirms');
  setup.advance(1800);
  const confirmed = now();
  await confirm(browser);
  expect(await usesOf(browser)).toEqual({ password: confirmed });
  setup.advance(1800);
  expect(await logIn(setup.createBrowser(), 'confirms', 'not the password')).toBe(400);
  expect(await usesOf(browser)).toEqual({ password: confirmed });
});

test('a login without its second step records no use, and a completed one records that of both steps', async () => {
  const { browser } = await setup.registerAccount('second');
  const atLogin = now();
  const { secret } = (await browser.get(TOTP_URL)).json<{ meta: { secret: string } }>().meta;
  const codeNow = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: setup.context.now().getTime() });
  await browser.post(TOTP_URL, { code: codeNow() });
  setup.advance(600);
  const later = setup.createBrowser();
  expect(await logIn(later, 'second')).toBe(401);
  expect(await usesOf(browser)).toEqual({ password: atLogin });
  await later.post(`${AUTH}/auth/2fa/authenticate`, { code: codeNow() });
  await later.post(`${AUTH}/auth/2fa/trust`, { trust: false });
  expect(await usesOf(browser)).toEqual({ password: now() });
});

test('an identity keeps its last login, also when no session of it is left', async () => {
  const { browser } = await setup.registerAccount('connects-to-use');
  const identity = { sub: 'g-use', email: 'use@other.example', email_verified: true, name: 'Use' };
  await social.connect(browser, identity);
  const listed = async () => (await browser.get(`${AUTH}/account/providers`)).json<{ data: object[] }>().data;
  expect(await listed()).toEqual([expect.not.objectContaining({ last_used_at: expect.anything() })]);
  const other = setup.createBrowser();
  await social.goAndReturn(other, identity);
  const used = now();
  await other.delete(`${AUTH}/auth/session`);
  setup.advance(1800);
  expect(await listed()).toMatchObject([{ uid: 'g-use', last_used_at: used }]);
});

test('a stranger with the key of an address learns no last use', async () => {
  const { browser, email } = await setup.registerAccount('tells-none');
  const guest = setup.createBrowser();
  await guest.post(`${AUTH}/auth/password/request`, { email });
  const key = await setup.mailedToken(email);
  const answer = await guest.request({
    method: 'GET',
    url: `${AUTH}/auth/password/reset`,
    headers: { 'x-password-reset-key': key },
  });
  expect(answer.json()).toMatchObject({ data: { user: { username: 'tells-none' } } });
  expect(answer.body).not.toContain('last_uses');
  expect(await usesOf(browser)).toBeDefined();
});

test('a removed person leaves no use behind, and an export of own data has them', async () => {
  const { owner, customer } = await setup.createDelivery();
  const person = await setup.createClientPerson(customer, { username: 'leaves-no-use' });
  await setup.addAddress(person, { email: 'leaves-no-use@example.com' });
  const byCode = await logInByCode('leaves-no-use@example.com');
  const { account } = (await byCode.get('/api/own_data/')).json<{ account: { code_used_at: string }[] }>();
  expect(account[0]?.code_used_at).toBe(setup.context.now().toISOString());
  await owner.browser.delete(`/api/users/${customer.id}/people/${person.id}/`);
  const left = await setup.db
    .selectFrom('users')
    .select(['password_used_at', 'code_used_at'])
    .where('id', '=', person.id)
    .execute();
  expect(left.flatMap((row) => Object.values(row)).filter((value) => value !== null)).toEqual([]);
});
