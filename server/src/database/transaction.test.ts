import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../testing/database/fresh-database.ts';
import { inTransaction, repeatWhenLost } from './transaction.ts';
import { migrateToLatest } from './migrate.ts';

let fresh: FreshDatabase;
beforeEach(async () => {
  fresh = await freshDatabase();
  await migrateToLatest(fresh.db);
});
afterEach(async () => {
  await fresh.db.destroy();
  await fresh.dropDatabase();
});

const DEADLOCK = { code: '40P01' };
const UNSERIALISABLE = { code: '40001' };
const BUSY = { code: 'ERR_SQLITE_ERROR', errcode: 5 };

/** Writes a row, and throws the given errors one after the other in the first attempts. */
function writing(errors: object[]) {
  let attempts = 0;
  return {
    attempts: () => attempts,
    run: () =>
      inTransaction(fresh, async (tx) => {
        const error = errors[attempts];
        attempts += 1;
        const at = '2026-11-20T10:00:00.000Z';
        const counter = { key: 'test', attempts, started_at: at, expires_at: at };
        await tx.db.insertInto('rate_limits').values(counter).execute();
        if (error) throw Object.assign(new Error('lost'), error);
        return 'written';
      }),
  };
}

const rows = () => fresh.db.selectFrom('rate_limits').select('attempts').execute();

test.each([
  ['a deadlock', DEADLOCK],
  ['a failed serialisation', UNSERIALISABLE],
  ['a busy file', BUSY],
])('after %s the work is repeated, and the failed attempt leaves nothing', async (_name, error) => {
  const work = writing([error, error]);
  expect(await work.run()).toBe('written');
  expect(work.attempts()).toBe(3);
  expect(await rows()).toEqual([{ attempts: 3 }]);
});

test('after three repeats the error is passed on', async () => {
  const work = writing([DEADLOCK, DEADLOCK, DEADLOCK, DEADLOCK, DEADLOCK]);
  await expect(work.run()).rejects.toMatchObject(DEADLOCK);
  expect(work.attempts()).toBe(4);
  expect(await rows()).toEqual([]);
});

test('any other error is passed on at once', async () => {
  const work = writing([{ code: '23505' }]);
  await expect(work.run()).rejects.toThrow('lost');
  expect(work.attempts()).toBe(1);
  expect(await rows()).toEqual([]);
});

test('a single statement is repeated too', async () => {
  let attempts = 0;
  const count = async () => {
    attempts += 1;
    if (attempts < 3) throw Object.assign(new Error('lost'), DEADLOCK);
    return attempts;
  };
  expect(await repeatWhenLost(count)).toBe(3);
});

test('a transaction inside of another one is refused', async () => {
  const nested = inTransaction(fresh, (tx) => inTransaction({ db: tx.db }, async () => 'nested'));
  await expect(nested).rejects.toThrow('not supported');
});
