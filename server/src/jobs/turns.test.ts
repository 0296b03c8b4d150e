import { beforeEach, expect, test } from 'vitest';
import { sharedTestApp } from '../testing/shared-test-app.ts';
import { kindsOf, type JobKind, LANES } from './kinds.ts';
import { deleteJob } from './queries.ts';
import { createTurns } from './turns.ts';

const { db, context, advance } = await sharedTestApp();
const ROWS_AT_ONCE = 1000;

beforeEach(async () => void (await db.deleteFrom('jobs').execute()));

const now = () => context.now().toISOString();
const LATER = '2030-01-01T00:00:00.000Z';

/** Enqueues jobs of a tenant, due a second after the earlier ones. */
async function add(tenant: string | undefined, count = 1, kind: JobKind = 'make-thumbnail'): Promise<void> {
  advance(1);
  const job = {
    kind,
    payload: '{}',
    run_at: now(),
    created_at: now(),
    ...(tenant !== undefined && { tenant }),
  };
  for (let left = count; left > 0; left -= ROWS_AT_ONCE)
    await db
      .insertInto('jobs')
      .values(Array.from({ length: Math.min(left, ROWS_AT_ONCE) }, () => job))
      .execute();
}

/** Takes this many turns of a lane and returns the tenants that got them. */
async function takeTurns(next: ReturnType<typeof createTurns>, count: number): Promise<string[]> {
  const tenants: string[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const job = await next(db, now(), LATER);
    if (!job) break;
    tenants.push(job.tenant);
    await deleteJob(db, job.id);
  }
  return tenants;
}

test('a job of another tenant begins within two turns beside a backlog of 10,000', async () => {
  await add('user 5', 10_000);
  for (const other of ['user 4', 'user 6']) {
    const next = createTurns('pictures');
    expect(await takeTurns(next, 3)).toEqual(['user 5', 'user 5', 'user 5']);
    await add(other);
    expect(await takeTurns(next, 2)).toContain(other);
  }
}, 60_000);

test('two tenants alternate, however many jobs each has', async () => {
  await add('user 1', 30);
  await add('user 2', 3);
  const alternating = ['user 1', 'user 2', 'user 1', 'user 2', 'user 1', 'user 2'];
  const rest = ['user 1', 'user 1'];
  expect(await takeTurns(createTurns('pictures'), 8)).toEqual([...alternating, ...rest]);
});

test('each of n waiting tenants has one of n turns, the job due for longest first', async () => {
  const tenants = Array.from({ length: 9 }, (_, index) => `user ${index}`);
  for (const tenant of tenants) await add(tenant, 3);
  const next = createTurns('pictures');
  for (let round = 0; round < 3; round += 1)
    expect((await takeTurns(next, tenants.length)).toSorted()).toEqual(tenants);
  expect(await takeTurns(next, 1)).toEqual([]);
  await add('user 3', 1, 'make-export');
  await add('user 3', 1, 'bring-import');
  const job = await createTurns('archives')(db, now(), LATER);
  expect(job?.kind).toBe('make-export');
});

test('a lane has turns of its own, so that no erasure, mail or checksum waits for a drawing', async () => {
  await add('user 1', 100);
  await add('user 1', 100, 'make-slow-thumbnail');
  for (const kind of ['erase-account', 'send-mail', 'take-checksums', 'make-preview'] as const) {
    await add('user 2', 1, kind);
    const lane = LANES.find((one) => kindsOf(one).includes(kind)) ?? 'pictures';
    expect(await takeTurns(createTurns(lane), 1)).toEqual(['user 2']);
  }
});

test('jobs of the previous release have no tenant and share the turns of one', async () => {
  await add(undefined, 50);
  await add('user 1', 2);
  const next = createTurns('pictures');
  expect(await takeTurns(next, 4)).toEqual(['', 'user 1', '', 'user 1']);
});

test('a job that is not due, given up or running in another instance takes no turn', async () => {
  await add('user 1', 4);
  const [, late, lost, running] = await db.selectFrom('jobs').select('id').orderBy('id').execute();
  await db
    .updateTable('jobs')
    .set({ run_at: LATER })
    .where('id', '=', late?.id ?? 0)
    .execute();
  await db
    .updateTable('jobs')
    .set({ gave_up_at: now() })
    .where('id', '=', lost?.id ?? 0)
    .execute();
  await db
    .updateTable('jobs')
    .set({ locked_until: LATER })
    .where('id', '=', running?.id ?? 0)
    .execute();
  expect(await takeTurns(createTurns('pictures'), 3)).toEqual(['user 1']);
});

test('links that a person waits for precede notices of work, and tenants take turns at both', async () => {
  await add('user 1', 2, 'mail-notice');
  await add('user 2', 1, 'mail-notice');
  await add('user 1', 2, 'send-mail');
  await add('user 2', 1, 'send-mail');
  const next = createTurns('mails');
  expect(await takeTurns(next, 6)).toEqual(['user 1', 'user 2', 'user 1', 'user 1', 'user 2', 'user 1']);
});
