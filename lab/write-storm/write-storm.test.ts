import { expect, test } from 'vitest';
import { progressOf, statusOf } from '@vitrin/shared/rules/progress.ts';
import { getStorageUsage } from '../../server/src/features/storage/queries.ts';
import { writeEvents } from '../../server/src/features/events/service.ts';
import { getPlanLimits } from '../../server/src/features/plans/service.ts';
import { isSignedIn } from '../../server/src/testing/accounts.ts';
import { countDeadlocks } from '../../server/src/testing/database/deadlocks.ts';
import { sharedTestApp } from '../../server/src/testing/shared-test-app.ts';
import { runWriteStorm } from './storm.ts';
import { WRITES } from './writes.ts';

/** `npm run test:large` asks for ten times as many. */
const COUNT = Number(process.env['VITRIN_STORM_WRITES'] ?? 1000);
const SEED = 20261120;

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const outcome = await runWriteStorm(setup, COUNT, SEED);
await writeEvents(setup.context);

test('no write of many at once is answered by an error of the server', () => {
  expect(outcome.failures).toEqual([]);
});

test('every kind of write was tried and succeeded, and most writes succeeded', () => {
  const successes = Object.entries(WRITES).map(([kind, { success }]) => {
    const counts = Object.entries(outcome.statuses[kind] ?? {});
    const worked = counts.filter(([status]) => status.startsWith('2') || Number(status) === success);
    return { kind, times: worked.reduce((sum, [, times]) => sum + times, 0) };
  });
  expect(successes.filter(({ times }) => times === 0)).toEqual([]);
  expect(successes.reduce((sum, { times }) => sum + times, 0)).toBeGreaterThan(COUNT * 0.6);
});

test('no two transactions deadlocked', async () => {
  expect(await countDeadlocks(setup.db)).toBe(0);
});

test('milestones stand densely in order, and the columns of their project equal a recount', async () => {
  const projects = await setup.db.selectFrom('projects').selectAll().execute();
  expect(projects.length).toBeGreaterThan(0);
  for (const project of projects) {
    const milestones = await setup.db
      .selectFrom('milestones')
      .select(['position', 'completed'])
      .where('project_id', '=', project.id)
      .orderBy('position')
      .execute();
    expect(milestones.map(({ position }) => position)).toEqual(milestones.map((_, index) => index + 1));
    const count = {
      total: milestones.length,
      completed: milestones.filter(({ completed }) => completed).length,
    };
    expect(project).toMatchObject({
      milestones_total: count.total,
      milestones_completed: count.completed,
      progress: progressOf(count),
      status: statusOf(count, project.status_override),
    });
  }
});

test('the bytes of all texts in a project equal a recount', async () => {
  const { db } = setup;
  const bytesOf = (rows: string[][]) => Buffer.byteLength(rows.flat().join(''));
  for (const project of await db.selectFrom('projects').selectAll().execute()) {
    const milestones = await db
      .selectFrom('milestones')
      .selectAll()
      .where('project_id', '=', project.id)
      .execute();
    const versions = await db
      .selectFrom('versions')
      .selectAll()
      .where('project_id', '=', project.id)
      .execute();
    const texts = [
      [project.name, project.description],
      ...milestones.map(({ name, description }) => [name, description]),
      ...versions.map(({ version_number, description }) => [version_number, description]),
    ];
    expect(project.text_bytes).toBe(bytesOf(texts));
  }
});

test('used storage equals the sum of the files and pictures that are there, and nothing stays reserved', async () => {
  const { db, context } = setup;
  let files = 0;
  for (const { id } of outcome.accounts) {
    const sizesIn = (table: 'files' | 'pictures') =>
      db.selectFrom(table).select('size_bytes').where('owner_id', '=', id).execute();
    const [sizes, pictures] = [await sizesIn('files'), await sizesIn('pictures')];
    const stored = [...sizes, ...pictures].reduce((sum, { size_bytes }) => sum + size_bytes, 0);
    expect((await getStorageUsage(db, id)).used).toBe(stored);
    files += sizes.length;
  }
  const objects = await Array.fromAsync(context.storage.list());
  const keys = objects.map(({ key }) => key);
  const keysIn = (table: 'files' | 'pictures') => db.selectFrom(table).select('storage_key').execute();
  const rows = [...(await keysIn('files')), ...(await keysIn('pictures'))];
  expect(keys.toSorted()).toEqual(rows.map(({ storage_key }) => storage_key).toSorted());
  expect(files).toBeGreaterThan(0);
});

test('no account has more projects than its plan allows, or more than one main address', async () => {
  const { db, context } = setup;
  for (const { id } of outcome.accounts) {
    const projects = await db.selectFrom('projects').select('id').where('owner_id', '=', id).execute();
    const { project_limit } = await getPlanLimits(context, id);
    expect(projects.length).toBeLessThanOrEqual(project_limit);
    const main = db.selectFrom('email_addresses').select('id').where('user_id', '=', id);
    expect(await main.where('is_primary', '=', true).execute()).toHaveLength(1);
  }
});

test('views of customers were counted, and daily sums are at least the number of stored events', async () => {
  const { db } = setup;
  const { events } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<number>().as('events'))
    .executeTakeFirstOrThrow();
  const days = await db.selectFrom('event_days').select('amount').execute();
  expect(events).toBeGreaterThan(0);
  expect(days.reduce((sum, { amount }) => sum + amount, 0)).toBeGreaterThanOrEqual(events);
});

test('at most one purchase of an account is active, and no session was ended', async () => {
  const { db } = setup;
  let bought = 0;
  for (const { id, browser } of outcome.accounts) {
    const purchases = await db
      .selectFrom('purchases')
      .select(['ended_at', 'settlement'])
      .where('user_id', '=', id)
      .where('bought_at', 'is not', null)
      .execute();
    const running = purchases.filter(({ ended_at, settlement }) => ended_at === null && settlement === null);
    expect(running.length).toBeLessThanOrEqual(1);
    expect(await isSignedIn(browser)).toBe(true);
    bought += purchases.length;
  }
  expect(bought).toBeGreaterThan(0);
  expect(Object.keys(outcome.statuses['end a session elsewhere'] ?? {})).toEqual(['200']);
});
