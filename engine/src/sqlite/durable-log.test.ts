import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LogFile, openLogFile } from './durable-log.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';

type Notes = { notes: { id: number; text: string } };

let folder: string;
let db: Kysely<Notes>;
/** Resolvers of the syncs under way. */
let syncs: PromiseWithResolvers<void>[];
let areHeld: boolean;
let count: number;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'vitrin-log-'));
  syncs = [];
  areHeld = true;
  count = 0;
  const file = path.join(folder, 'notes.sqlite');
  const real = openLogFile(file);
  const held: LogFile = {
    async sync() {
      count += 1;
      const sync = Promise.withResolvers<void>();
      syncs.push(sync);
      if (areHeld) await sync.promise;
      await real.sync();
    },
    close: () => real.close(),
  };
  db = new Kysely<Notes>({ dialect: new NodeSqliteDialect(file, { logFile: held }) });
  const made = db.schema.createTable('notes').addColumn('id', 'integer').addColumn('text', 'text').execute();
  await endSync();
  await made;
  count = 0;
});

afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

const write = (id: number) => db.insertInto('notes').values({ id, text: 'kept' }).execute();
const read = async () =>
  (await db.selectFrom('notes').select('id').orderBy('id').execute()).map(({ id }) => id);

/** Ends the oldest sync, once there is one. */
async function endSync(how: 'well' | 'badly' = 'well'): Promise<void> {
  await expect.poll(() => syncs.length).toBeGreaterThan(0);
  const sync = syncs.shift();
  if (how === 'well') sync?.resolve();
  else sync?.reject(new Error('The disk is gone'));
}

async function isOver(promise: Promise<unknown>): Promise<boolean> {
  // Returns when everything that can go on without the disk has gone on.
  await read();
  return Promise.race([promise.then(() => true), Promise.resolve(false)]);
}

test('a write resolves once it is durable, and reads do not wait for it', async () => {
  const one = write(1);
  await expect.poll(() => syncs.length).toBe(1);
  expect(await read()).toEqual([1]);
  expect(await isOver(one)).toBe(false);
  await endSync();
  await one;
  expect(count).toBe(1);
});

test('writes that come during a sync become durable together, by the next one', async () => {
  const first = write(1);
  await expect.poll(() => syncs.length).toBe(1);
  const rest = Promise.all([2, 3, 4, 5].map(write));
  await expect.poll(read).toEqual([1, 2, 3, 4, 5]);
  await endSync();
  await first;
  expect(await isOver(rest)).toBe(false);
  await endSync();
  await rest;
  expect(count).toBe(2);
});

test('a transaction that only read waits until the data it may have seen is durable', async () => {
  const one = write(1);
  await expect.poll(() => syncs.length).toBe(1);
  const seen = db.transaction().execute((trx) => trx.selectFrom('notes').select('id').execute());
  expect(await isOver(seen)).toBe(false);
  await endSync();
  expect(await seen).toEqual([{ id: 1 }]);
  await one;
});

test('raw SQL in a transaction is durable as well', async () => {
  const written = db
    .transaction()
    .execute((trx) => sql`insert into notes (id, text) values (1, 'kept')`.execute(trx));
  await expect.poll(() => syncs.length).toBe(1);
  expect(await isOver(written)).toBe(false);
  await endSync();
  await written;
});

test('a transaction, and a statement that returns rows, are durable as well', async () => {
  const transaction = db
    .transaction()
    .execute((trx) => trx.insertInto('notes').values({ id: 1, text: 'kept' }).execute());
  await endSync();
  await transaction;
  const returning = db.insertInto('notes').values({ id: 2, text: 'kept' }).returning('id').execute();
  await endSync();
  expect(await returning).toEqual([{ id: 2 }]);
  expect(count).toBe(2);
});

test('no write is reported as done when the sync fails', async () => {
  const lost = write(1);
  await expect.poll(() => syncs.length).toBe(1);
  const waiting = Promise.allSettled([write(2), db.transaction().execute(async () => {})]);
  await expect.poll(read).toEqual([1, 2]);
  await endSync('badly');
  await expect(lost).rejects.toThrow('The disk is gone');
  for (const { status } of await waiting) expect(status).toBe('rejected');
});

describe('after a sync that failed', () => {
  beforeEach(async () => {
    const lost = Promise.allSettled([write(1)]);
    await endSync('badly');
    await lost;
    areHeld = false;
  });

  /** Rows in the database file alone, without its log. */
  const withoutLog = () => {
    const copy = path.join(folder, 'copy.sqlite');
    copyFileSync(path.join(folder, 'notes.sqlite'), copy);
    const database = new DatabaseSync(copy);
    const rows = database.prepare('select id from notes order by id').all();
    database.close();
    return rows.map(({ id }) => id);
  };

  test('the next write bypasses the log, which may have a hole that a further sync does not report', async () => {
    await write(2);
    expect(withoutLog()).toEqual([1, 2]);
    expect(count).toBe(1);
    await write(3);
    expect(count).toBe(2);
  });

  test('writes are refused as long as another connection still reads the log', async () => {
    await sql`pragma busy_timeout = 0`.execute(db);
    const reader = new DatabaseSync(path.join(folder, 'notes.sqlite'));
    reader.exec('begin; select * from notes');
    await expect(write(2)).rejects.toThrow('could not be written back');
    reader.close();
    await write(3);
    expect(withoutLog()).toEqual([1, 2, 3]);
  });
});

test('a write that waits for the connection when it is closed is still made durable', async () => {
  const writes = Promise.allSettled([1, 2, 3].map(write));
  const closed = db.destroy();
  await endSync();
  await Promise.race([closed, endSync()]);
  await closed;
  for (const { status } of await writes) expect(status).toBe('fulfilled');
});

test('reads alone cause no sync', async () => {
  await read();
  await sql`select id from notes`.execute(db);
  await db.transaction().execute((trx) => trx.selectFrom('notes').select('id').execute());
  expect(count).toBe(0);
});
