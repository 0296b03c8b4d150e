import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { createBrowser } from '../testing/browser.ts';
import type { Person } from '../testing/factories.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { addToSharedDebt } from './write-debts.ts';

let setup: TestApp;
let other: FastifyInstance;
let owner: Person;
beforeAll(async () => {
  setup = await createTestApp();
  other = await buildApp({ ...setup.context }, { checkAnswers: true });
});
afterAll(async () => {
  await other.close();
  await setup.close();
});
beforeEach(async () => void (owner = await setup.createFreelancer()));

/** A write at one of the two instances that changes nothing, because the milestone does not exist. */
async function statusAt(instance: FastifyInstance): Promise<number> {
  const browser = createBrowser(instance, owner.browser.cookies.get('sessionid'));
  const { statusCode } = await browser.patch('/api/milestones/2000000000/', {});
  return statusCode;
}

test('two instances together allow as many writes as one', async () => {
  const statuses: Record<number, number> = {};
  for (let index = 0; index < 120; index += 1) {
    const status = await statusAt(index % 2 === 0 ? setup.app : other);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  expect(statuses).toEqual({ 404: 100, 429: 20 });
  setup.advance(1);
  const later = [];
  for (let index = 0; index < 12; index += 1) later.push(await statusAt(index % 2 === 0 ? setup.app : other));
  expect(later.filter((status) => status === 404)).toHaveLength(10);
});

const debtAt = (milliseconds: number) =>
  addToSharedDebt(setup.db, owner.id, new Date(Date.UTC(2026, 0, 1) + milliseconds));

test('writes at once are counted one by one', async () => {
  const excesses = await Promise.all(Array.from({ length: 130 }, () => debtAt(0)));
  expect(excesses.filter((excess) => excess === 0)).toHaveLength(100);
  expect(Math.max(...excesses)).toBe(100);
});

test('refused writes add nothing, however many they are', async () => {
  await Promise.all(Array.from({ length: 100 }, () => debtAt(0)));
  for (let index = 0; index < 50; index += 1) expect(await debtAt(1)).toBe(99);
  expect(await debtAt(100)).toBe(0);
  expect(await debtAt(100)).toBe(100);
});

test('instances with different clocks allow no additional writes', async () => {
  await Promise.all(Array.from({ length: 100 }, () => debtAt(0)));
  const passed = [];
  for (let index = 0; index < 30; index += 1) passed.push((await debtAt(index % 2 === 0 ? 1000 : 0)) === 0);
  expect(passed.filter(Boolean)).toHaveLength(10);
});

test.each([25, 400, 4000])('a user who returns after %d days owes nothing', async (days) => {
  const later = days * 86_400_000;
  await Promise.all(Array.from({ length: 100 }, () => debtAt(0)));
  for (let index = 0; index < 100; index += 1) expect(await debtAt(later)).toBe(0);
  expect(await debtAt(later)).toBe(100);
  expect(await debtAt(0)).toBe(100);
});

test('clocks that were set back delay no request for longer than one write', async () => {
  await Promise.all(Array.from({ length: 100 }, () => debtAt(5_000_000)));
  expect(await debtAt(0)).toBe(100);
  expect(await debtAt(100)).toBe(0);
});

test('a paid-off debt is swept away with other counters', async () => {
  await debtAt(0);
  const row = await setup.db
    .selectFrom('rate_limits')
    .select('expires_at')
    .where('key', '=', `writes:${owner.id}`)
    .executeTakeFirstOrThrow();
  expect(row.expires_at).toBe(new Date(Date.UTC(2026, 0, 1) + 10_000).toISOString());
});
