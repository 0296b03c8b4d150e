import { beforeEach, expect, test } from 'vitest';
import { AUTH, errorCodes, isSignedIn, logIn, PASSWORD } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp();
beforeEach(() => setup.advance(3600));

const signUp = (username: string, email: string) =>
  setup.createBrowser().post(`${AUTH}/auth/signup`, { username, email, password: PASSWORD });

async function usernamesWith(email: string): Promise<string[]> {
  const rows = await setup.db
    .selectFrom('email_addresses')
    .innerJoin('users', 'users.id', 'email_addresses.user_id')
    .select('users.username')
    .where('email', '=', email)
    .execute();
  return rows.map(({ username }) => username);
}

test('three of twelve simultaneous signups with one new address create an account, and all answer alike', async () => {
  const email = 'crowd@example.com';
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => signUp(`crowd-${index}`, email)),
  );
  const [first] = answers;
  for (const answer of answers) expect([answer.statusCode, answer.body]).toEqual([401, first?.body]);
  expect(await usernamesWith(email)).toHaveLength(3);
});

test('one of several simultaneous signups with one username succeeds, and the others learn that it is taken', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => signUp('Same-Name', `same-${index}@example.com`)),
  );
  const [created, ...refused] = answers.toSorted((a, b) => b.statusCode - a.statusCode);
  expect(created?.statusCode).toBe(401);
  for (const answer of refused) expect(errorCodes(answer)).toEqual(['username:username_taken']);
});

test('requesting another mail before there is an account does not block the mail of the signup', async () => {
  const email = 'hasty@example.com';
  await setup.createBrowser().put(`${AUTH}/account/email`, { email });
  await setup.runJobs();
  await signUp('hasty', email);
  const key = await setup.mailedKey(email);
  await setup.createBrowser().post(`${AUTH}/auth/email/verify`, { key });
  expect(await logIn(setup.createBrowser(), 'hasty')).toBe(200);
});

test('verifying logs in only in the session of the signup', async () => {
  const [browser, elsewhere, later] = [setup.createBrowser(), setup.createBrowser(), setup.createBrowser()];
  const join = (by: Browser, username: string) =>
    by.post(`${AUTH}/auth/signup`, { username, email: `${username}@example.com`, password: PASSWORD });
  const verify = async (by: Browser, username: string) =>
    by.post(`${AUTH}/auth/email/verify`, { key: await setup.mailedKey(`${username}@example.com`) });

  await join(browser, 'here');
  const before = browser.cookies.get('sessionid');
  const verified = await verify(browser, 'here');
  expect(verified.statusCode).toBe(200);
  expect(verified.json()).toMatchObject({
    data: { user: { username: 'here' }, methods: [{ method: 'password', email: 'here@example.com' }] },
    meta: { is_authenticated: true },
  });
  expect(browser.cookies.get('sessionid')).not.toBe(before);
  expect((await browser.get('/api/projects/')).statusCode).toBe(200);

  // The owner of a mailbox who did not sign up must not get into the account, nor let in the person who did.
  await join(elsewhere, 'stranger');
  expect((await verify(setup.createBrowser(), 'stranger')).statusCode).toBe(401);
  expect(await isSignedIn(elsewhere)).toBe(false);

  // The key of one account in the session that made another.
  await join(later, 'mine');
  await join(elsewhere, 'theirs');
  expect((await verify(later, 'theirs')).statusCode).toBe(401);
  expect(await isSignedIn(later)).toBe(false);

  // A pending step lasts 15 minutes.
  await join(elsewhere, 'slow');
  setup.advance(15 * 60);
  expect((await verify(elsewhere, 'slow')).statusCode).toBe(401);
});

test('an address at an international domain is the same in every spelling', async () => {
  const stored = 'ayse@xn--gne-hoa11c.com.tr';
  await signUp('ayse', 'Ayse@Güneş.com.tr');
  const again = await signUp('ayse-again', stored);
  expect(again.statusCode).toBe(401);
  expect((await usernamesWith(stored)).toSorted()).toEqual(['ayse', 'ayse-again']);
  const key = await setup.mailedKey(stored);
  await setup.createBrowser().post(`${AUTH}/auth/email/verify`, { key });
  expect(await usernamesWith(stored)).toHaveLength(1);
  for (const identifier of ['ayse@güneş.com.tr', 'AYSE@GÜNEŞ.COM.TR', stored])
    expect(await logIn(setup.createBrowser(), identifier)).toBe(200);
});

test.each([
  ["o'brien+x@example.com", true],
  ['a!#$%&*/=?^_`{|}~@example.com', true],
  ['info@xn--80a1acny.xn--p1ai', true],
  [`${'a'.repeat(64)}@${'b'.repeat(63)}.example.com`, true],
  [`a@${'b'.repeat(64)}.com`, false],
  [`${'a'.repeat(250)}@b.co`, false],
  ['a@b', false],
  ['a@127.0.0.1', false],
  ['a@[127.0.0.1]', false],
  ['.a@b.co', false],
  ['a..b@b.co', false],
  ['a b@b.co', false],
  ['a,b@b.co', false],
  ['"a"@b.co', false],
  ['Ada <a@b.co>', false],
  ['a@b.co\r\nBcc: c@d.co', false],
  ['a@b.co\0', false],
  ['ıa@b.co', false],
  ['a@b_c.co', false],
  ['a@-b.co', false],
])('the address %j is taken: %s', async (email, isTaken) => {
  const answer = await setup.createBrowser().post(`${AUTH}/auth/password/request`, { email });
  expect(answer.statusCode).toBe(isTaken ? 200 : 400);
  if (!isTaken) expect(errorCodes(answer)).toEqual(['email:invalid']);
});
