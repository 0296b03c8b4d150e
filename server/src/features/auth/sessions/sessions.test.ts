import { expect, test } from 'vitest';
import type { AuthSession } from '@vitrin/shared/contract/account/auth.ts';
import type { Customer } from '@vitrin/shared/contract/customers.ts';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import { AUTH, errorCodes, isSignedIn, logIn, PASSWORD } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { guestTests } from '../../../testing/shared-test-app.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { createSession } from '../access.ts';

const SESSIONS = `${AUTH}/auth/sessions`;
const DAY = 24 * 3600;

const { setup, guest } = await guestTests();

const list = async (browser: Browser) => (await browser.get(SESSIONS)).json<{ data: AuthSession[] }>().data;

test('a user sees all own sessions, and ends others and the current one', async () => {
  const { browser } = await setup.registerAccount('listed');
  const phone = setup.createBrowser();
  await phone.request({
    method: 'POST',
    url: `${AUTH}/auth/login`,
    payload: { username: 'listed', password: 'petrol-green-window' },
    headers: { 'user-agent': 'Phone' },
  });
  const sessions = await list(browser);
  expect(sessions.map(({ user_agent, is_current }) => [user_agent, is_current])).toEqual([
    ['Phone', false],
    ['lightMyRequest', true],
  ]);
  const at = setup.context.now().getTime() / 1000;
  expect(sessions[0]?.created_at).toBe(at);
  expect(sessions[0]?.methods).toEqual([{ method: 'password', at }]);

  const { browser: stranger } = await setup.registerAccount('stranger');
  const end = (one: Browser, ids: unknown) => one.delete(SESSIONS, { sessions: ids });
  expect(errorCodes(await end(stranger, [sessions[0]?.id]))).toEqual(['sessions:invalid_choice']);
  expect(errorCodes(await end(browser, undefined))).toEqual(['sessions:required']);
  expect(errorCodes(await end(browser, 'x'))).toEqual(['sessions:invalid_list']);
  expect(errorCodes(await end(browser, [2 ** 40]))).toEqual(['sessions:invalid_choice']);

  expect((await end(browser, [sessions[0]?.id])).json()).toMatchObject({ data: [{ is_current: true }] });
  expect(await isSignedIn(phone)).toBe(false);
  const last = await end(browser, [sessions[1]?.id]);
  expect(last.json()).toMatchObject({ status: 401, meta: { is_authenticated: false } });
  expect(await isSignedIn(browser)).toBe(false);
  expect((await guest.get(SESSIONS)).statusCode).toBe(401);
});

test('logging in never adopts the id that the browser sent', async () => {
  await setup.registerAccount('fixed');
  const planted = 'A'.repeat(43);
  const victim = setup.createBrowser(planted);
  await logIn(victim, 'fixed');
  expect(victim.cookies.get('sessionid')).not.toBe(planted);
  const token = victim.cookies.get('csrftoken');
  await victim.delete(`${AUTH}/auth/session`);
  await logIn(victim, 'fixed');
  expect(victim.cookies.get('csrftoken')).not.toBe(token);
});

test.each([
  ['http://localhost:3000', 'localhost:3000', false],
  ['https://vitrin.example', 'vitrin.example', true],
])('the cookies of a login at %s are kept from scripts and other sites', async (PUBLIC_URL, host, secure) => {
  const there = await createTestApp({ PUBLIC_URL });
  const { reset_token } = (
    await (await there.createFreelancer()).browser.post('/api/users/', { username: 'cookies' }, { host })
  ).json<Customer>();
  const payload = { reset_token, password: PASSWORD, password_confirm: PASSWORD };
  const { cookies } = await there.createBrowser().post('/api/users/reset_password/', payload, { host });
  const lax = { path: '/', sameSite: 'Lax' };
  const flags = cookies.map(({ name, path, sameSite, secure: isSecure = false, httpOnly = false }) => ({
    name,
    path,
    sameSite,
    secure: isSecure,
    httpOnly,
  }));
  expect(
    flags.toSorted((a, b) => Number(a.httpOnly) - Number(b.httpOnly) || b.name.length - a.name.length),
  ).toEqual([
    { name: 'csrftoken', ...lax, secure, httpOnly: false },
    { name: secure ? '__Host-sessionid' : 'sessionid', ...lax, secure, httpOnly: true },
    { name: 'device', ...lax, secure, httpOnly: true },
  ]);
  await there.close();
});

test('the cookie is renewed with the session, and both end 90 days after the login', async () => {
  const { browser } = await setup.registerAccount('stays');
  const cookieOf = async () =>
    (await browser.get(`${AUTH}/auth/session`)).cookies.find((one) => one.name === 'sessionid');
  expect(await cookieOf()).toBeUndefined();
  setup.advance(3600);
  expect(await cookieOf()).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 14 * DAY });
  for (let day = 0; day < 81; day += 9) {
    setup.advance(9 * DAY);
    expect(await isSignedIn(browser)).toBe(true);
  }
  setup.advance(9 * DAY);
  expect(await isSignedIn(browser)).toBe(false);
});

test('a login on a new device is reported by mail, one on a known device is not', async () => {
  const { browser, email } = await setup.registerAccount('watched');
  await setup.runJobs();
  const news = () => setup.mails.filter(({ to, subject }) => to === email && subject.startsWith('New login'));
  expect(news()).toHaveLength(0);
  await browser.delete(`${AUTH}/auth/session`);
  await logIn(browser, 'watched');
  await setup.runJobs();
  expect(news()).toHaveLength(0);

  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  for (let count = 0; count < 2; count += 1) {
    await guest.request({
      method: 'POST',
      url: `${AUTH}/auth/login`,
      payload: { username: 'watched', password: 'petrol-green-window' },
      headers: { 'user-agent': agent },
    });
    await guest.delete(`${AUTH}/auth/session`);
  }
  await setup.runJobs();
  expect(news()).toHaveLength(1);
  expect(news()[0]?.text).toContain('Firefox, Windows');
});

test('an account keeps its newest sessions, and those of others neither count nor end', async () => {
  const [ada, eve] = [await setup.createFreelancer(), await setup.createFreelancer()];
  const begin = ({ id }: { id: number }) =>
    createSession(setup.context, id, { ip: '127.0.0.1', userAgent: 'test' });
  for (let count = 0; count < MAX_COUNTS.sessions; count += 1) await begin(eve);
  expect([await isSignedIn(ada.browser), await isSignedIn(eve.browser)]).toEqual([true, false]);
  await begin(ada);
  expect(await isSignedIn(ada.browser)).toBe(true);
});

test('sweeping removes expired sessions and nothing else', async () => {
  const { browser } = await setup.registerAccount('kept');
  await guest.post(`${AUTH}/auth/login`, { username: 'kept', password: 'wrong' });
  await setup.db
    .insertInto('jobs')
    .values({
      kind: 'sweep-expired',
      payload: '{}',
      run_at: setup.context.now().toISOString(),
      created_at: setup.context.now().toISOString(),
    })
    .execute();
  const count = async (table: 'sessions' | 'rate_limits') =>
    (await setup.db.selectFrom(table).selectAll().execute()).length;
  setup.advance(13 * DAY);
  await isSignedIn(browser);
  setup.advance(2 * DAY);
  await setup.runJobs();
  expect([await count('sessions'), await count('rate_limits')]).toEqual([1, 0]);
  expect(await isSignedIn(browser)).toBe(true);
});
