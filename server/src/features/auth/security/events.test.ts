import { expect, test } from 'vitest';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { SecurityEvent } from '@vitrin/shared/contract/account/security.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { AUTH, confirm, isSignedIn, logIn } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { guestTests } from '../../../testing/shared-test-app.ts';

const EMAIL = `${AUTH}/account/email`;
const EVENTS = '/api/security_events/';
const DAY = 24 * 3600;

const { setup, guest } = await guestTests();

const events = async (browser: Browser, query = '') =>
  (await browser.get(`${EVENTS}${query}`)).json<Page<SecurityEvent>>();

test('an owner sees the events of the own account only, newest first', async () => {
  const { browser, username } = await setup.registerAccount('sees-events');
  await setup.registerAccount('other-events');
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  await guest.post(`${AUTH}/auth/login`, { username, password: 'wrong' }, { 'user-agent': agent });
  await setup.runJobs();
  setup.advance(60);
  await browser.post(`${AUTH}/auth/reauthenticate`, { password: 'wrong' });
  setup.advance(60);
  await browser.post(EMAIL, { email: 'sees-2@example.com' });
  const { results, count } = await events(browser);
  expect(results.map(({ kind, detail, device }) => [kind, detail, device])).toEqual([
    ['address_added', 'sees-2@example.com', null],
    ['password_change_refused', null, null],
    ['login_refused', null, 'Firefox, Windows'],
    ['address_verified', 'sees-events@example.com', null],
  ]);
  expect(results[0]).toMatchObject({ ip: '127.0.0.1', created_at: setup.context.now().toISOString() });
  const page = await events(browser, '?limit=3&page=2');
  expect([count, page.results.length, page.previous]).toEqual([4, 1, '/api/security_events/?limit=3&page=1']);
  expect((await browser.get(`${EVENTS}?page=3`)).statusCode).toBe(404);
  expect((await guest.get(EVENTS)).statusCode).toBe(401);
});

test('events are shown and kept for ninety days', async () => {
  const { browser } = await setup.registerAccount('forgets-events');
  await enqueue(setup.context, 'sweep-expired', {});
  const stored = async () =>
    (
      await setup.db
        .selectFrom('security_events')
        .innerJoin('users', 'users.id', 'security_events.user_id')
        .select('security_events.id')
        .where('username', '=', 'forgets-events')
        .execute()
    ).length;
  for (let day = 0; day < 89; day += 10) {
    setup.advance(9 * DAY);
    await isSignedIn(browser);
  }
  await logIn(guest, 'forgets-events');
  expect((await events(guest)).results.map(({ kind }) => kind)).toEqual(['new_device', 'address_verified']);
  setup.advance(9 * DAY);
  await setup.runJobs();
  expect((await events(guest)).results.map(({ kind }) => kind)).toEqual(['new_device']);
  expect(await stored()).toBe(1);
});

test("a stranger's storm of logins stores twenty rows a day and crowds out nothing of the owner's", async () => {
  const { browser, username } = await setup.registerAccount('stormed');
  for (let count = 0; count < 30; count += 1) {
    setup.advance(61);
    await guest.post(`${AUTH}/auth/login`, { username, password: 'wrong' });
    await setup.runJobs();
    if (count % 4 === 3) setup.advance(300);
  }
  await confirm(browser);
  await browser.post(EMAIL, { email: 'stormed-2@example.com' });
  const { results } = await events(browser, '?limit=100');
  expect(results.filter(({ kind }) => kind === 'login_refused')).toHaveLength(20);
  expect(results.filter(({ kind }) => kind === 'address_added')).toHaveLength(1);
});

test('a refused login writes as much for an unknown name as for a known one', async () => {
  const { username } = await setup.registerAccount('equal-rows');
  await setup.runJobs();
  const waiting = async () => (await setup.db.selectFrom('jobs').select('id').execute()).length;
  const counts = [];
  for (const name of [username, 'nobody-of-that-name']) {
    const before = await waiting();
    await guest.post(`${AUTH}/auth/login`, { username: name, password: 'wrong' });
    counts.push((await waiting()) - before);
  }
  expect(counts).toEqual([1, 1]);
});
