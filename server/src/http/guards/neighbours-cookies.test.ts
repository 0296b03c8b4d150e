import { expect, test } from 'vitest';
import { createSession } from '../../features/auth/access.ts';
import { AUTH, PASSWORD } from '../../testing/accounts.ts';
import type { Browser } from '../../testing/browser.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { afterwards } from '@vitrin/engine/testing/temporary.ts';

const HOST = 'vitrin.example';
const setup = await sharedTestApp();
const secure = await createTestApp({ PUBLIC_URL: `https://${HOST}` });
afterwards(() => secure.close());

const NEIGHBOURS = { sessionid: 'k3v9w0q8z7x6c5v4b3n2m1l0k9j8h7g6', csrftoken: 'N'.repeat(32) };
/** A made-up cookie in our format, as a hostile neighbouring site could set it. */
const FORGED = { sessionid: 'f'.repeat(43), csrftoken: 'f'.repeat(59) };

/** The cookies of a browser with those of neighbours before them, as browsers send what was set earlier. */
function beside(browser: Browser, ...before: Record<string, string>[]) {
  const pairs = [...before.flatMap((cookies) => Object.entries(cookies)), ...browser.cookies];
  const tokens = pairs.flatMap(([name, value]) => (name === 'csrftoken' ? [value] : []));
  return {
    cookie: pairs.map(([name, value]) => `${name}=${value}`).join('; '),
    'x-csrftoken': tokens.join(','),
  };
}

const namesOf = (answer: { cookies: { name: string }[] }) => answer.cookies.map(({ name }) => name);
const isSignedIn = async (browser: Browser, headers: Record<string, string> = {}) =>
  (await browser.get(`${AUTH}/auth/session`, headers)).statusCode === 200;

async function newSession({ context }: typeof secure, userId: number): Promise<string> {
  return createSession(context, userId, { ip: '127.0.0.1', userAgent: 'test' });
}

test.each([
  ['another program', [NEIGHBOURS]],
  ['somebody of ill will', [FORGED, NEIGHBOURS]],
])('cookies of the same names by %s do not block a login or the work after it', async (_whose, theirs) => {
  const { browser } = await setup.registerAccount('neighbour');
  await browser.delete(`${AUTH}/auth/session`);
  const login = { username: 'neighbour', password: PASSWORD };
  expect((await browser.post(`${AUTH}/auth/login`, login, beside(browser, ...theirs))).statusCode).toBe(200);
  expect(await isSignedIn(browser, beside(browser, ...theirs))).toBe(true);
  const project = await browser.post('/api/projects/', { name: 'P' }, beside(browser, ...theirs));
  expect(project.statusCode).toBe(201);
});

test('at most four values of a name are tried', async () => {
  const { browser } = await setup.createFreelancer();
  const others = ['a', 'b', 'c', 'd'].map((letter) => ({ sessionid: letter.repeat(43) }));
  expect(await isSignedIn(browser, beside(browser, ...others.slice(1)))).toBe(true);
  expect(await isSignedIn(browser, beside(browser, ...others))).toBe(false);
});

test('on https the session has a name that no neighbour can set, and an older session moves to it at once', async () => {
  const { id, browser } = await secure.createFreelancer();
  const old = await newSession(secure, id);
  const before = { host: HOST, cookie: `sessionid=${old}` };
  const moved = await secure.app.inject({ url: `${AUTH}/auth/session`, headers: before });
  expect(moved.statusCode).toBe(200);
  expect(moved.cookies).toContainEqual(
    expect.objectContaining({
      name: '__Host-sessionid',
      value: old,
      secure: true,
      httpOnly: true,
      path: '/',
      sameSite: 'Lax',
    }),
  );
  expect(moved.cookies).toContainEqual(expect.objectContaining({ name: 'sessionid', value: '', maxAge: 0 }));
  expect(browser.cookies.has('sessionid')).toBe(false);
  expect((await browser.post('/api/projects/', { name: 'P' }, { host: HOST })).statusCode).toBe(201);
});

test('on https an old name counts only without a new one', async () => {
  const [ada, eve] = await Promise.all([secure.createFreelancer(), secure.createFreelancer()]);
  const planted = { sessionid: await newSession(secure, eve.id) };
  const whom = async (cookie: string) =>
    (await secure.app.inject({ url: `${AUTH}/auth/session`, headers: { host: HOST, cookie } })).json<{
      data: { user?: { id: number } };
    }>().data.user?.id;
  expect(await whom(beside(ada.browser, planted).cookie)).toBe(ada.id);
  expect(await whom(`__Host-sessionid=${'x'.repeat(43)}; sessionid=${planted.sessionid}`)).toBeUndefined();
});

test('a CSRF token is valid only for its own session', async () => {
  const [ada, eve] = await Promise.all([setup.createFreelancer(), setup.createFreelancer()]);
  const guest = setup.createBrowser();
  const write = async (browser: Browser, token = '') =>
    (await browser.post('/api/projects/', { name: 'P' }, { 'x-csrftoken': token })).statusCode;
  const own = ada.browser.cookies.get('csrftoken');
  for (const { cookies } of [eve.browser, guest]) {
    const foreign = cookies.get('csrftoken') ?? '';
    ada.browser.cookies.set('csrftoken', foreign);
    expect(await write(ada.browser, foreign)).toBe(403);
  }
  expect(await write(ada.browser, own)).toBe(201);
  expect(await write(guest, own)).toBe(403);
});

test('a session and its token planted by a neighbour do not work for another user', async () => {
  const [ada, eve] = await Promise.all([secure.createFreelancer(), secure.createFreelancer()]);
  const token = eve.browser.cookies.get('csrftoken') ?? '';
  const planted = { sessionid: await newSession(secure, eve.id), csrftoken: token };
  const headers = { ...beside(ada.browser, planted), host: HOST };
  const write = (given: string) =>
    ada.browser.post('/api/projects/', { name: 'P' }, { ...headers, 'x-csrftoken': given });
  expect((await write(token)).statusCode).toBe(403);
  expect((await write(headers['x-csrftoken'])).statusCode).toBe(201);
});

test('a refused token is answered with a new one, with which a retry succeeds', async () => {
  const { browser } = await setup.createFreelancer();
  browser.cookies.set('csrftoken', 'of-the-release-before-with-43-characters-000');
  const write = () => browser.post('/api/projects/', { name: 'P' });
  const refused = await write();
  expect([refused.statusCode, namesOf(refused)]).toEqual([403, ['csrftoken']]);
  expect((await write()).statusCode).toBe(201);
});

test('a write after the end of its session is answered with a request to log in, not refused as forged', async () => {
  const { id, browser } = await setup.createFreelancer();
  await setup.db.deleteFrom('sessions').where('user_id', '=', id).execute();
  expect((await browser.post('/api/projects/', { name: 'P' })).statusCode).toBe(401);
});

test('after a logout, and after a login, the next write has a valid token', async () => {
  const { browser } = await setup.registerAccount('in-and-out');
  for (let round = 0; round < 2; round += 1) {
    expect((await browser.delete(`${AUTH}/auth/session`)).statusCode).toBe(401);
    const login = await browser.post(`${AUTH}/auth/login`, { username: 'in-and-out', password: PASSWORD });
    expect(login.statusCode).toBe(200);
  }
});

test('neither a logout nor any other answer deletes a cookie that is not one of our sessions', async () => {
  for (const { sessionid } of [NEIGHBOURS, FORGED]) {
    const guest = setup.createBrowser();
    guest.cookies.set('sessionid', sessionid);
    for (const answer of [
      await guest.get(`${AUTH}/auth/session`),
      await guest.delete(`${AUTH}/auth/session`),
    ])
      expect(namesOf(answer)).not.toContain('sessionid');
    expect(guest.cookies.get('sessionid')).toBe(sessionid);
  }
});

test("a device is recognised beside a neighbour's device cookie", async () => {
  const { browser, email } = await setup.registerAccount('known-device');
  await browser.delete(`${AUTH}/auth/session`);
  const headers = beside(browser, { device: 'n'.repeat(22) });
  const login = { username: 'known-device', password: PASSWORD };
  expect((await browser.post(`${AUTH}/auth/login`, login, headers)).statusCode).toBe(200);
  await setup.runJobs();
  expect(setup.mails.filter(({ to, subject }) => to === email && subject.startsWith('New login'))).toEqual(
    [],
  );
});
