import { expect, test } from 'vitest';
import { AUTH } from '../../testing/accounts.ts';
import type { Person } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createTusUser } from '../../testing/tus.ts';
import { createWriteLimits } from './write-limits.ts';

const setup = await sharedTestApp();

/** Sends writes that change nothing, because the milestone does not exist. */
async function statusesOf({ browser }: Person, count: number): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  for (let index = 0; index < count; index += 1) {
    const { statusCode } = await browser.patch('/api/milestones/2000000000/', { completed: true });
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
  }
  return statuses;
}

test('a hundred writes at once pass, the next one waits, and ten a second go on', async () => {
  const owner = await setup.createFreelancer();
  expect(await statusesOf(owner, 105)).toEqual({ 404: 100, 429: 5 });
  const refused = await owner.browser.post('/api/milestones/', {});
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('1');
  expect(refused.json()).toEqual({ detail: 'Try again in 1s' });
  setup.advance(1);
  expect(await statusesOf(owner, 12)).toEqual({ 404: 10, 429: 2 });
  setup.advance(60);
  expect(await statusesOf(owner, 105)).toEqual({ 404: 100, 429: 5 });
});

test('a freelancer over the write limit can still read, and all others can still write', async () => {
  const [owner, other] = [await setup.createFreelancer(), await setup.createFreelancer()];
  await statusesOf(owner, 101);
  expect((await owner.browser.get('/api/projects/')).statusCode).toBe(200);
  expect(await statusesOf(other, 1)).toEqual({ 404: 1 });
});

test('the account calls count with all others, under both of their addresses', async () => {
  const owner = await setup.createFreelancer();
  await statusesOf(owner, 100);
  for (const prefix of [AUTH, '/_allauth/browser/v1'])
    expect((await owner.browser.post(`${prefix}/account/email`, { email: 'a@example.com' })).statusCode).toBe(
      429,
    );
});

test('the pieces of an upload and requests for its offset are no writes', async () => {
  const owner = await setup.createFreelancer();
  const version = await setup.createVersion({ project: await setup.createProject({ owner }) });
  const tus = createTusUser(setup, owner, version.id);
  const url = await tus.begin(4);
  await statusesOf(owner, 100);
  expect((await tus.create(4)).statusCode).toBe(429);
  expect((await tus.patch(url, 0, Buffer.from('ab'))).statusCode).toBe(204);
  expect((await tus.head(url)).statusCode).toBe(200);
  expect((await tus.patch(url, 2, Buffer.from('cd'))).statusCode).toBe(204);
});

test('RATE_LIMITS=off lifts the limit', async () => {
  const unlimited = await createTestApp({ RATE_LIMITS: 'off' });
  expect(await statusesOf(await unlimited.createFreelancer(), 150)).toEqual({ 404: 150 });
  await unlimited.close();
});

test('a clock that is set back delays no request for longer than one write', () => {
  const limits = createWriteLimits();
  for (let index = 0; index < 100; index += 1) limits.count(1, 10_000_000);
  expect(limits.count(1, 5_000_000)).toBe(1);
  expect(limits.count(1, 5_000_100)).toBe(0);
});

test('a clock that is set back leaves all users the debt that they had', () => {
  const limits = createWriteLimits();
  for (let index = 0; index < 50; index += 1) limits.count(1, 10_000_000);
  for (let index = 0; index < 50; index += 1) expect(limits.count(1, 5_000_000)).toBe(0);
  expect(limits.count(1, 5_000_000)).toBe(1);
});

test('users without debt are forgotten', () => {
  const limits = createWriteLimits();
  for (let userId = 0; userId < 100_000; userId += 1) limits.count(userId, userId);
  expect(limits.size()).toBeLessThan(2500);
});
