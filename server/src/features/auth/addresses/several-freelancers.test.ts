import { Secret, TOTP } from 'otpauth';
import { beforeEach, expect, test } from 'vitest';
import { AUTH, errorCodes, PASSWORD } from '../../../testing/accounts.ts';
import { hashing } from '../../../testing/hashing.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp();
beforeEach(() => setup.advance(3600));

const OTHER_PASSWORD = 'another-green-window';

/** Registers an invited customer with an address, which the mailed link verifies. */
async function register(
  username: string,
  email: string,
  { password = PASSWORD, owner = undefined as Owner } = {},
) {
  const freelancer = owner ?? (await setup.createFreelancer());
  const invited = await freelancer.browser.post('/api/users/', { username });
  const { id, reset_token } = invited.json<{ id: number; reset_token: string }>();
  const browser = setup.createBrowser();
  const form = { reset_token, password, password_confirm: password, email };
  expect((await browser.post('/api/users/reset_password/', form)).statusCode).toBe(200);
  const key = await setup.mailedKey(email);
  const verified = await browser.post(`${AUTH}/auth/email/verify`, { key });
  setup.advance(180);
  return { id, username, freelancer, browser, verified };
}

type Owner = Awaited<ReturnType<typeof setup.createFreelancer>> | undefined;

async function logIn(email: string, password = PASSWORD) {
  const browser = setup.createBrowser();
  const answer = await browser.post(`${AUTH}/auth/login`, { email, password });
  const { data } = answer.json<{ data?: { user?: { id: number } } }>();
  return { browser, status: answer.statusCode, id: data?.user?.id };
}

test('a client of two freelancers verifies one address in both accounts, and sees in each that freelancer’s work', async () => {
  const [first, second] = [await register('two-a', 'two@b.co'), await register('two-b', 'two@b.co')];
  expect([first.verified.statusCode, second.verified.statusCode]).toEqual([200, 200]);
  const created = await second.freelancer.browser.post('/api/projects/', {
    name: 'P',
    customer_id: second.id,
  });
  const project = created.json<{ id: number }>();
  const read = async (browser: typeof first.browser) =>
    (await browser.get(`/api/projects/${project.id}/`)).statusCode;
  expect([await read(first.browser), await read(second.browser)]).toEqual([404, 200]);
});

test('a second customer of one freelancer, and a freelancer, do not verify an address that a customer has', async () => {
  const { freelancer } = await register('one-a', 'one@b.co');
  const { verified } = await register('one-b', 'one@b.co', { owner: freelancer });
  expect(errorCodes(verified)).toEqual(['key:email_taken']);
  const { browser } = await setup.registerAccount('one-freelancer');
  await browser.post(`${AUTH}/account/email`, { email: 'one@b.co' });
  const key = await setup.mailedKey('one@b.co');
  expect(errorCodes(await browser.post(`${AUTH}/auth/email/verify`, { key }))).toEqual(['key:email_taken']);
});

test('a login by an address opens the account that the password fits, of several the one used last', async () => {
  const first = await register('last-a', 'last@b.co');
  const second = await register('last-b', 'last@b.co');
  const third = await register('last-c', 'last@b.co', { password: OTHER_PASSWORD });
  expect((await logIn('last@b.co')).id).toBe(second.id);
  expect((await logIn('last@b.co', OTHER_PASSWORD)).id).toBe(third.id);
  setup.advance(60);
  const byName = { username: 'last-a', password: PASSWORD };
  expect((await setup.createBrowser().post(`${AUTH}/auth/login`, byName)).statusCode).toBe(200);
  expect((await logIn('last@b.co')).id).toBe(first.id);
});

test('a login by an address tries five accounts, and costs as much for an address of none, one or many accounts', async () => {
  const oldest = await register('many-0', 'many@b.co', { password: OTHER_PASSWORD });
  expect((await logIn('many@b.co', OTHER_PASSWORD)).id).toBe(oldest.id);
  for (let count = 1; count <= 5; count += 1) {
    setup.advance(60);
    await register(`many-${count}`, 'many@b.co');
  }
  expect((await logIn('many@b.co', OTHER_PASSWORD)).status).toBe(400);
  await register('single', 'single@b.co');
  // The hash for unknown accounts is made with the first call.
  await logIn('none@b.co', 'wrong-password');
  const hashes = [];
  for (const email of ['many@b.co', 'single@b.co', 'none@b.co']) {
    const before = hashing.count;
    await logIn(email, 'wrong-password');
    hashes.push(hashing.count - before);
  }
  expect(hashes).toEqual([5, 5, 5]);
});

test('wrong passwords for an address of several accounts count once each', async () => {
  for (const name of ['count-a', 'count-b']) await register(name, 'count@b.co');
  const statuses = [];
  for (let count = 0; count < 6; count += 1) {
    const login = { email: 'count@b.co', password: 'wrong-password' };
    statuses.push(errorCodes(await setup.createBrowser().post(`${AUTH}/auth/login`, login))[0]);
  }
  expect(statuses.slice(0, 5)).toEqual(Array(5).fill('password:email_password_mismatch'));
  expect(statuses[5]).toBe('too_many_login_attempts');
});

test('a reset by the address mails each account its own link, which names it', async () => {
  const people = [await register('reset-a', 'reset@b.co'), await register('reset-b', 'reset@b.co')];
  setup.mails.length = 0;
  await setup.createBrowser().post(`${AUTH}/auth/password/request`, { email: 'reset@b.co' });
  await setup.runJobs();
  const texts = setup.mails.filter(({ to }) => to === 'reset@b.co').map(({ text }) => text);
  expect(texts).toHaveLength(2);
  for (const { username, freelancer } of people)
    expect(
      texts.filter((text) => text.includes(username) && text.includes(freelancer.username)),
    ).toHaveLength(1);
});

test('a guest’s request for another link reaches the account that still waits for an address verified elsewhere', async () => {
  await register('wait-a', 'wait@b.co');
  const owner = await setup.createFreelancer();
  const { reset_token } = (await owner.browser.post('/api/users/', { username: 'wait-b' })).json<{
    reset_token: string;
  }>();
  const form = { reset_token, password: PASSWORD, password_confirm: PASSWORD, email: 'wait@b.co' };
  await setup.createBrowser().post('/api/users/reset_password/', form);
  setup.advance(180);
  await setup.runJobs();
  setup.mails.length = 0;
  await setup.createBrowser().put(`${AUTH}/account/email`, { email: 'wait@b.co' });
  await setup.runJobs();
  expect(setup.mails.map(({ text }) => text.includes('wait-b'))).toEqual([true]);
});

const SWITCH = '/api/users/switch_account/';
const whoAmI = async (browser: Awaited<ReturnType<typeof register>>['browser']) =>
  (await browser.get(`${AUTH}/auth/session`)).json<{ data: { user?: { id: number } } }>().data.user?.id;

test('a client switches to the account with another freelancer by its password, in a new session', async () => {
  const [first, second] = [
    await register('switch-a', 'switch@b.co'),
    await register('switch-b', 'switch@b.co'),
  ];
  const { browser } = await logIn('switch@b.co');
  expect(await whoAmI(browser)).toBe(second.id);
  const before = new Map(browser.cookies);
  await setup.runJobs();
  setup.mails.length = 0;
  const { statusCode } = await browser.post(SWITCH, { password: PASSWORD });
  expect([statusCode, await whoAmI(browser)]).toEqual([200, first.id]);
  for (const name of ['sessionid', 'csrftoken']) expect(browser.cookies.get(name)).not.toBe(before.get(name));
  // The previous session has ended, and a mail reports the new device to the entered account.
  const old = setup.createBrowser();
  for (const [name, value] of before) old.cookies.set(name, value);
  expect(await whoAmI(old)).toBeUndefined();
  await setup.runJobs();
  expect(setup.mails.map(({ text }) => text.includes('switch-a'))).toEqual([true]);
  // Switching back works too, though both accounts have one password.
  await browser.post(SWITCH, { password: PASSWORD });
  expect(await whoAmI(browser)).toBe(second.id);
});

test('a switch opens nothing without the password of another customer account that verified the address', async () => {
  const { browser, id } = await register('only-a', 'only@b.co');
  const other = await register('other-a', 'other@b.co', { password: OTHER_PASSWORD });
  // That account verifies the address too, but not as its main one.
  await other.browser.post(`${AUTH}/account/email`, { email: 'only@b.co' });
  const key = await setup.mailedKey('only@b.co');
  expect((await other.browser.post(`${AUTH}/auth/email/verify`, { key })).statusCode).toBe(200);
  // An account that has the address but did not verify it.
  const owner = await setup.createFreelancer();
  const { reset_token } = (await owner.browser.post('/api/users/', { username: 'only-b' })).json<{
    reset_token: string;
  }>();
  const form = {
    reset_token,
    password: OTHER_PASSWORD,
    password_confirm: OTHER_PASSWORD,
    email: 'only@b.co',
  };
  await setup.createBrowser().post('/api/users/reset_password/', form);
  for (const password of [PASSWORD, OTHER_PASSWORD, 'p'.repeat(1000)]) {
    const refused = await browser.post(SWITCH, { password });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toEqual({ password: ['The email address and the password do not match.'] });
  }
  expect(await whoAmI(browser)).toBe(id);
  expect((await owner.browser.post(SWITCH, { password: PASSWORD })).statusCode).toBe(403);
  expect((await setup.createBrowser().post(SWITCH, { password: PASSWORD })).statusCode).toBe(401);
  const unproven = await setup.createCustomer({ owner });
  expect((await unproven.browser.post(SWITCH, { password: PASSWORD })).statusCode).toBe(400);
});

test('a switch does not open an account with a second step, since it asks for no code', async () => {
  const first = await register('step-a', 'step@b.co');
  const second = await register('step-b', 'step@b.co', { password: OTHER_PASSWORD });
  const TOTP_URL = `${AUTH}/account/authenticators/totp`;
  const { secret } = (await second.browser.get(TOTP_URL)).json<{ meta: { secret: string } }>().meta;
  const timestamp = setup.context.now().getTime();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  expect((await second.browser.post(TOTP_URL, { code })).statusCode).toBe(200);
  const refused = await first.browser.post(SWITCH, { password: OTHER_PASSWORD });
  expect(refused.statusCode).toBe(403);
  expect(await whoAmI(first.browser)).toBe(first.id);
});

test('failed switches count with the logins by that address, and cost as many hashes', async () => {
  const { browser } = await register('guess-a', 'guess@b.co');
  await register('guess-b', 'guess@b.co', { password: OTHER_PASSWORD });
  const before = hashing.count;
  await browser.post(SWITCH, { password: 'wrong-password' });
  expect(hashing.count - before).toBe(5);
  for (let count = 1; count < 5; count += 1) await browser.post(SWITCH, { password: 'wrong-password' });
  expect((await browser.post(SWITCH, { password: OTHER_PASSWORD })).statusCode).toBe(400);
});
