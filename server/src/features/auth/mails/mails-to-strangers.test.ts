import { expect, test } from 'vitest';
import { AUTH, PASSWORD } from '../../../testing/accounts.ts';
import { createTestSession } from '../../../testing/factories.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp();
const EMAIL = `${AUTH}/account/email`;
const HOUR = 3600;

/** Counts mails to addresses that begin with `prefix`, after all jobs ran. */
const mailsTo = async (prefix: string) => {
  await setup.runJobs();
  return setup.mails.filter(({ to }) => to.startsWith(prefix)).length;
};

test('a freelancer and all own customers send 30 mails an hour to unverified addresses', async () => {
  const ada = await setup.createFreelancer();
  const people = [ada, ...(await Promise.all([1, 2, 3, 4].map(() => setup.createCustomer({ owner: ada }))))];
  const statuses: number[] = [];
  for (const [turn, { browser }] of people.entries())
    for (let count = 0; count < 8; count += 1)
      statuses.push((await browser.post(EMAIL, { email: `count-${turn}-${count}@example.com` })).statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.slice(30)).toEqual(Array.from({ length: 10 }, () => 429));
  expect(await mailsTo('count-')).toBe(30);

  const [, , , , last] = people;
  const refused = await last?.browser.post(EMAIL, { email: 'count-again@example.com' });
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(HOUR);
  const kept = (await last?.browser.get(EMAIL))?.json<{ data: unknown[] }>();
  expect(kept?.data).toEqual([]);

  const eve = await setup.createCustomer({ owner: await setup.createFreelancer() });
  expect((await eve.browser.post(EMAIL, { email: 'count-eve@example.com' })).statusCode).toBe(200);
  setup.advance(HOUR);
  if (last) last.browser.enter(await createTestSession(setup.context, last.id));
  expect((await last?.browser.post(EMAIL, { email: 'count-later@example.com' }))?.statusCode).toBe(200);
  expect(await mailsTo('count-')).toBe(32);
});

test('beyond the limit, a registration, a guest’s request and a reset go on without the mail', async () => {
  const ada = await setup.createFreelancer();
  const { browser, username } = await setup.createCustomer({ owner: ada });
  await browser.post(EMAIL, { email: 'sole-of@example.com' });
  for (let turn = 0; turn < 4; turn += 1) {
    const other = await setup.createCustomer({ owner: ada });
    for (let count = 0; count < 8; count += 1)
      await other.browser.post(EMAIL, { email: `fill-${turn}-${count}@example.com` });
  }
  expect(await mailsTo('fill-')).toBe(29);
  const before = await mailsTo('sole-of');
  setup.advance(4 * 60);
  const guest = setup.createBrowser();
  expect((await guest.put(EMAIL, { email: 'sole-of@example.com' })).statusCode).toBe(200);
  expect(
    (await guest.post(`${AUTH}/auth/password/request`, { email: 'sole-of@example.com' })).statusCode,
  ).toBe(200);
  expect(await mailsTo('sole-of')).toBe(before);

  const invited = (await ada.browser.post('/api/users/', { username: `${username}-guest` })).json<{
    reset_token: string;
  }>();
  const registered = await setup.createBrowser().post('/api/users/reset_password/', {
    reset_token: invited.reset_token,
    password: PASSWORD,
    password_confirm: PASSWORD,
    email: 'sole-of-invited@example.com',
  });
  expect(registered.statusCode).toBe(200);
  expect(await mailsTo('sole-of')).toBe(before);
});

test('new free accounts of one network share the limit, however many are signed up', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 40; count += 1) {
    if (count === 20) setup.advance(60);
    const account = { username: `shares-${count}`, email: `shares-${count}@example.com`, password: PASSWORD };
    statuses.push((await setup.createBrowser().post(`${AUTH}/auth/signup`, account)).statusCode);
  }
  expect(statuses).toEqual(Array.from({ length: 40 }, () => 401));
  expect(await mailsTo('shares-')).toBe(30);

  // No longer new and free, it has a limit of its own.
  setup.advance(180);
  await setup.db
    .updateTable('users')
    .set({ signup_network: null })
    .where('username', '=', 'shares-39')
    .execute();
  const email = 'shares-39@example.com';
  expect((await setup.createBrowser().put(EMAIL, { email })).statusCode).toBe(200);
  expect(await mailsTo('shares-')).toBe(31);
});
