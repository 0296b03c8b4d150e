import { expect, test } from 'vitest';
import type { Customer } from '@vitrin/shared/contract/customers.ts';
import type { Erasure } from '@vitrin/shared/contract/account/erasures.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import { isSignedIn, logIn, PASSWORD } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { startSocialLogin } from '../../../testing/social-login.ts';
import { beginErasure } from './begin-erasure.ts';

const DAY = 24 * 3600;
const ERASURE = '/api/account/erasure/';
const KEEP = '/api/users/keep_account/';
const provider = await startSocialLogin();
const setup = await sharedTestApp({ TRUST_PROXY: '1', ...provider.provider.environment });

let serial = 0;
async function register(name = 'leaving') {
  setup.advance(3600);
  serial += 1;
  const account = await setup.registerAccount(`${name}-${serial}`);
  const row = await setup.db
    .selectFrom('users')
    .selectAll()
    .where('username', '=', account.username)
    .executeTakeFirstOrThrow();
  const me = async () => (await account.browser.get(`/api/users/${row.id}/`)).json<User>();
  const ask = (proof: object = { password: PASSWORD }) => account.browser.post(ERASURE, proof);
  return { ...account, id: row.id, me, ask };
}

const mailsTo = (email: string) => setup.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
const keyOf = async (email: string) =>
  (await setup.mailedLink(email, '/keep-account')).searchParams.get('key') ?? '';
const eventsOf = async (browser: Browser) =>
  (await browser.get('/api/security_events/'))
    .json<{ results: { kind: string }[] }>()
    .results.map(({ kind }) => kind);

test('a deletion is requested with the password, for 14 days later; a second request changes nothing', async () => {
  const { ask, me, browser, email, username } = await register();
  const before = setup.context.now().getTime();
  const answer = await ask();
  expect(answer.statusCode).toBe(200);
  const { due_at, by } = answer.json<Erasure>();
  expect([Date.parse(due_at) - before, by]).toEqual([14 * DAY * 1000, 'self']);
  setup.advance(60);
  expect((await ask()).json<Erasure>().due_at).toBe(due_at);
  expect((await me()).erasure).toEqual({ due_at, by: 'self' });
  expect(await eventsOf(browser)).toContain('erasure_asked');
  await setup.runJobs();
  const mails = setup.mails.filter((mail) => mail.to === email && mail.text.includes('/keep-account'));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(username);
  expect(mails[0]?.text).toContain('your projects with all versions and files');
});

test('simultaneous requests of two tabs are one request with one mail', async () => {
  const { ask, email } = await register();
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(new Set(answers.map((answer) => answer.json<Erasure>().due_at)).size).toBe(1);
  await setup.runJobs();
  expect(mailsTo(email).filter((subject) => subject.startsWith('Your account will be deleted'))).toHaveLength(
    1,
  );
});

test('a wrong password is refused, recorded, and locks the account as at a login', async () => {
  const { ask, me, browser } = await register();
  expect((await ask({})).json()).toMatchObject({ password: ['This field is required.'] });
  for (let count = 0; count < 5; count += 1)
    expect((await ask({ password: 'not this one' })).json()).toMatchObject({
      password: ['The password is not correct.'],
    });
  const locked = await ask();
  expect([locked.statusCode, locked.headers['retry-after']]).toEqual([400, '300']);
  expect((await me()).erasure).toBeNull();
  expect(await eventsOf(browser)).toContain('erasure_refused');
});

test('guests and pages of other sites cannot request a deletion', async () => {
  const { browser, me } = await register();
  expect((await setup.createBrowser().post(ERASURE, { password: PASSWORD })).statusCode).toBe(401);
  const forged = { 'x-csrftoken': 'forged' };
  expect((await browser.post(ERASURE, { password: PASSWORD }, forged)).statusCode).toBe(403);
  expect((await browser.post(KEEP, { key: 'x' }, forged)).statusCode).toBe(403);
  expect((await me()).erasure).toBeNull();
});

test('bodies of 64 KB are refused before they cost work', async () => {
  const { ask, browser } = await register();
  const long = '🧨'.repeat(15_000);
  expect((await ask({ password: long })).statusCode).toBe(400);
  expect((await ask({ username: long })).statusCode).toBe(400);
  expect((await browser.post(KEEP, { key: long })).statusCode).toBe(400);
  expect((await browser.get(`${KEEP}?key=${'a.'.repeat(4000)}`)).statusCode).toBe(400);
});

test('an account without a password needs the typed name and a sign-in within the last ten minutes', async () => {
  setup.advance(3600);
  const browser = setup.createBrowser();
  const identity = { sub: 'g-1', email: 'gulnur@example.com', email_verified: true, name: 'Gulnur' };
  await provider.signUpWith(browser, identity);
  const { username } = await setup.db
    .selectFrom('email_addresses')
    .innerJoin('users', 'users.id', 'email_addresses.user_id')
    .select('username')
    .where('email', '=', 'gulnur@example.com')
    .executeTakeFirstOrThrow();
  const refused = await browser.post(ERASURE, { username: 'somebody' });
  expect(refused.json()).toMatchObject({ username: ['This is not the username of this account.'] });
  setup.advance(11 * 60);
  const late = await browser.post(ERASURE, { username });
  expect([late.statusCode, late.json()]).toEqual([
    403,
    { detail: 'To continue, confirm that it is you.', code: 'reauthenticate' },
  ]);
  await provider.goAndReturn(browser, identity);
  expect((await browser.post(ERASURE, { username: username.toUpperCase() })).statusCode).toBe(200);
});

test('the mailed link keeps the account by POST only, without signing in, and a second use changes nothing', async () => {
  const { ask, me, email } = await register();
  const { due_at } = (await ask()).json<Erasure>();
  const key = await keyOf(email);
  const guest = setup.createBrowser();
  for (let count = 0; count < 2; count += 1)
    expect((await guest.get(`${KEEP}?key=${key}`)).json()).toMatchObject({ due_at });
  expect((await me()).erasure).not.toBeNull();
  for (let count = 0; count < 2; count += 1)
    expect((await guest.post(KEEP, { key })).json()).toMatchObject({ due_at: null });
  expect((await me()).erasure).toBeNull();
  await setup.runJobs();
  expect(mailsTo(email).filter((subject) => subject === 'Your account stays')).toHaveLength(1);
  setup.advance(1);
  await ask();
  expect((await guest.post(KEEP, { key })).statusCode).toBe(400);
  expect((await me()).erasure).not.toBeNull();
});

test('a key of another purpose, a forged one and a missing one keep nothing', async () => {
  const { ask, me, email } = await register();
  await ask();
  const key = await keyOf(email);
  const guest = setup.createBrowser();
  for (const wrong of [
    '',
    'x',
    `${key}x`,
    key.replace(/^\w+/, 'zz'),
    key.replace(/.$/, key.endsWith('A') ? 'B' : 'A'),
  ])
    expect((await guest.post(KEEP, { key: wrong })).statusCode).toBe(400);
  expect((await me()).erasure).not.toBeNull();
});

test('the day before, the deletion can still be cancelled; nothing is deleted later either', async () => {
  const { ask, me, browser, username, email } = await register();
  await ask();
  setup.advance(11 * DAY);
  await setup.runJobs();
  expect(mailsTo(email)).toContain('In 3 days your account will be deleted');
  await logIn(browser, username);
  setup.advance(2 * DAY);
  expect((await browser.delete(ERASURE)).statusCode).toBe(204);
  expect((await browser.delete(ERASURE)).statusCode).toBe(204);
  setup.advance(5 * DAY);
  await setup.runJobs();
  expect(await isSignedIn(browser)).toBe(true);
  expect(await me()).toMatchObject({ username, email, erasure: null });
});

test('meanwhile nothing new begins, and existing work goes on', async () => {
  const { ask, browser, id } = await register();
  const project = await setup.createProject({ owner: { id } as never });
  await ask();
  const refused = [
    await browser.post('/api/projects/', { name: 'New', description: '', customer_id: null }),
    await browser.post('/api/users/', { username: 'new-client' }),
    await browser.post('/api/checkout/checkout/', { subscription_plan: 2 }),
  ];
  for (const { statusCode, body } of refused)
    expect([statusCode, body]).toEqual([409, expect.stringContaining('going to be deleted')]);
  const milestone = { project: project.id, name: 'Last one', description: '', completed: false };
  expect((await browser.post('/api/milestones/', milestone)).statusCode).toBe(201);
});

test("a freelancer's customers are notified of the date and of the cancellation, and see both in their security log", async () => {
  const owner = await register('owner');
  const customer = await setup.createCustomer({ owner: { id: owner.id } as never });
  await setup.db
    .insertInto('email_addresses')
    .values({
      user_id: customer.id,
      email: 'client@example.com',
      verified: true,
      verified_at: '2026-11-20T10:00:00.000Z',
      is_primary: true,
      created_at: '2026-11-20T10:00:00.000Z',
    })
    .execute();
  const { due_at } = (await owner.ask()).json<Erasure>();
  const seen = async () => (await customer.browser.get(`/api/users/${customer.id}/`)).json<User>().erasure;
  expect(await seen()).toEqual({ due_at, by: 'freelancer' });
  await setup.runJobs();
  await owner.browser.delete(ERASURE);
  await setup.runJobs();
  expect(await seen()).toBeNull();
  expect(mailsTo('client@example.com')).toEqual([
    expect.stringMatching(new RegExp(`^${owner.username} will delete their account on `)),
    `${owner.username} stays`,
  ]);
});

test('recovering the account cancels its deletion', async () => {
  const { ask, browser, email, username } = await register();
  await browser.post('/api/_allauth/browser/v1/account/email', { email: `second-${email}` });
  const key = (await setup.mailedLink(email, '/take-back')).searchParams.get('key');
  await ask();
  const guest = setup.createBrowser();
  expect((await guest.post('/api/users/take_back/', { key })).statusCode).toBe(200);
  expect(await isSignedIn(browser)).toBe(false);
  const left = await setup.db
    .selectFrom('erasures')
    .innerJoin('users', 'users.id', 'erasures.user_id')
    .select('erasures.id')
    .where('username', '=', username)
    .execute();
  expect(left).toEqual([]);
});

test('an older invitation that was never used opens nothing once the deletion has begun', async () => {
  const { browser } = await setup.createFreelancer();
  const email = 'invited-and-gone@example.com';
  const created = await browser.post('/api/users/', { username: 'invited-and-gone', email });
  const { id, reset_token: copied } = created.json<Customer>();
  const mailed = (await setup.mailedLink(email, '/customer-register')).searchParams.get('token');
  const use = (reset_token: string | null) =>
    setup
      .createBrowser()
      .post('/api/users/reset_password/', { reset_token, password: PASSWORD, password_confirm: PASSWORD });
  expect((await use(copied)).statusCode).toBe(200);
  await beginErasure(setup.context, id);
  for (const token of [copied, mailed]) expect((await use(token)).statusCode).toBe(400);
});
