import { expect, test } from 'vitest';
import { runCommand } from '@vitrin/operator/admin/commands.ts';
import { AUTH, isSignedIn, PASSWORD } from '../../../testing/accounts.ts';
import { writeWebBuild } from '../../../testing/pages/web-build.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { createTestApp } from '../../../testing/test-app.ts';

const folder = temporaryFolder();
writeWebBuild(folder, { page: '<p>page</p>', landing: { en: '<p>welcome</p>', tr: '<p>merhaba</p>' } });
const setup = await sharedTestApp({}, { webFolder: folder });

const sessionsOf = async (userId: number) =>
  (await setup.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).length;

test.each([
  ['the landing page', 'GET', '/', 200],
  ['a rendered page', 'GET', '/projects', 200],
  ['a call', 'GET', '/api/projects/', 401],
  ['a write', 'POST', '/api/projects/', 401],
  ['the logout itself', 'DELETE', `${AUTH}/auth/session`, 401],
] as const)(
  'after a logout without an answer %s first ends the session',
  async (_what, method, url, status) => {
    const { id, browser } = await setup.createFreelancer();
    await browser.post('/api/projects/', { name: 'Hidden' });
    browser.cookies.set('logout', '1');
    const answer = await browser.request({
      method,
      url,
      ...(method === 'POST' && { payload: { name: 'P' } }),
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.body).not.toContain('Hidden');
    expect(await sessionsOf(id)).toBe(0);
    expect([browser.cookies.has('sessionid'), browser.cookies.has('logout')]).toEqual([false, false]);
  },
);

test('a login clears the mark of a logout, and ended sessions stay ended', async () => {
  const { browser } = await setup.registerAccount('again');
  const old = browser.cookies.get('sessionid');
  browser.cookies.set('logout', '1');
  const login = await browser.post(`${AUTH}/auth/login`, { username: 'again', password: PASSWORD });
  expect([login.statusCode, browser.cookies.has('logout')]).toEqual([200, false]);
  expect(await isSignedIn(browser)).toBe(true);
  expect(await isSignedIn(setup.createBrowser(old))).toBe(false);

  await browser.delete(`${AUTH}/auth/session`);
  browser.cookies.set('logout', '1');
  await browser.post(`${AUTH}/auth/login`, { username: 'again', password: PASSWORD });
  expect(await isSignedIn(browser)).toBe(true);
});

test('on https the mark has a name that no neighbouring site can set', async () => {
  const secure = await createTestApp({ PUBLIC_URL: 'https://vitrin.example' });
  const { browser } = await secure.createFreelancer();
  const statusWith = async (name: string) => {
    browser.cookies.set(name, '1');
    return (await browser.get('/api/projects/', { host: 'vitrin.example' })).statusCode;
  };
  expect(await statusWith('logout')).toBe(200);
  expect(await statusWith('__Host-logout')).toBe(401);
  expect(browser.cookies.has('__Host-logout')).toBe(false);
  await secure.close();
});

test('while the installation is read-only the browser counts as a guest’s, and the session ends afterwards', async () => {
  const { id, browser } = await setup.createFreelancer();
  browser.cookies.set('logout', '1');
  await runCommand(setup.context, ['read-only', 'on']);
  expect(await isSignedIn(browser)).toBe(false);
  expect(await sessionsOf(id)).toBe(1);
  await runCommand(setup.context, ['read-only', 'off']);
  expect(await isSignedIn(browser)).toBe(false);
  expect(await sessionsOf(id)).toBe(0);
});
