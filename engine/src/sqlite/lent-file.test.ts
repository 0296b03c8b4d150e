import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changesOf } from '../sql/change-source.ts';
import type { LogFile } from './durable-log.ts';
import { type LentFile, lentFileOf, NodeSqliteDialect } from './sqlite-dialect.ts';

type Notes = { notes: { id: number } };

let folder: string;
let file: string;
let db: Kysely<Notes>;
/**
 * Connection that a thread would write with; here both run in one thread, so that each step can be observed.
 */
let other: DatabaseSync;
let syncs: PromiseWithResolvers<void>[] | undefined;
let stopListening: () => Promise<void>;
const heard: string[] = [];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'vitrin-lent-'));
  file = path.join(folder, 'notes.sqlite');
  syncs = undefined;
  heard.length = 0;
  const logFile: LogFile = {
    async sync() {
      const sync = Promise.withResolvers<void>();
      if (syncs?.push(sync)) await sync.promise;
    },
    close: () => {},
  };
  db = new Kysely<Notes>({ dialect: new NodeSqliteDialect(file, { logFile }) });
  await db.schema.createTable('notes').addColumn('id', 'integer').execute();
  other = new DatabaseSync(file, { timeout: 0 });
  stopListening = await changesOf(db).listen({
    onChanges: (lines) => heard.push(...lines),
    onGap: () => heard.push('gap'),
    log: { warn: () => {} },
  });
});
afterEach(async () => {
  await stopListening();
  other.close();
  await db.destroy();
  rmSync(folder, { recursive: true });
});

function lentFile(): LentFile {
  const lent = lentFileOf(db);
  if (!lent) throw new Error('The file is not lent');
  return lent;
}

const insert = (id: number) => db.insertInto('notes').values({ id }).execute();
const insertInTransaction = (id: number) =>
  db.transaction().execute((tx) => tx.insertInto('notes').values({ id }).execute());
const ids = async () =>
  (await db.selectFrom('notes').select('id').orderBy('id').execute()).map(({ id }) => id);
const turns = async () => {
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
};

/** Lends the file until the result is called. */
async function lendForLong(): Promise<() => Promise<void>> {
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<string[]>();
  const lent = lentFile().lend(() => {
    begun.resolve();
    return over.promise;
  });
  await begun.promise;
  return async () => {
    over.resolve([]);
    await lent;
  };
}

test.each([
  ['a statement', insert],
  ['a transaction', insertInTransaction],
])(
  'while the file is lent, reads go on, and %s that writes waits without holding anything up',
  async (_, write) => {
    await insert(1);
    const endLoan = await lendForLong();
    other.exec('begin immediate; insert into notes values (2)');
    expect(await ids()).toEqual([1]);
    const writing = write(3);
    await turns();
    expect(await ids()).toEqual([1]);
    other.exec('commit');
    await endLoan();
    await writing;
    expect(await ids()).toEqual([1, 2, 3]);
  },
);

test('the file is lent only after a transaction that writes, and to one at a time', async () => {
  const steps: string[] = [];
  const lendAs = (name: string) =>
    lentFile().lend(async () => {
      steps.push(`${name} begins`);
      await turns();
      steps.push(`${name} ends`);
      return [];
    });
  const first = db.transaction().execute(async (tx) => {
    await tx.insertInto('notes').values({ id: 1 }).execute();
    await turns();
    steps.push('transaction ends');
  });
  await Promise.all([first, lendAs('one'), lendAs('two')]);
  expect(steps).toEqual(['transaction ends', 'one begins', 'one ends', 'two begins', 'two ends']);
});

test('a write of another connection is durable before it is published, and before a write that saw it ends', async () => {
  await insert(1);
  syncs = [];
  const lent = lentFile().lend(async () => {
    other.exec('insert into notes values (2)');
    return ['part 2'];
  });
  await expect.poll(() => syncs?.length).toBe(1);
  const writing = insertInTransaction(3);
  await turns();
  expect(heard).toEqual([]);
  syncs.shift()?.resolve();
  await lent;
  expect(heard).toEqual(['part 2']);
  await expect.poll(() => syncs?.length).toBe(1);
  syncs.shift()?.resolve();
  await writing;
  syncs = undefined;
});

test('a write of another connection is no gap, and one of another process is', async () => {
  for (let id = 2; id < 5; id += 1)
    await lentFile().lend(async () => {
      other.exec(`insert into notes values (${id})`);
      return ['part 2'];
    });
  expect(heard).toEqual(['part 2', 'part 2', 'part 2']);
  other.exec('insert into notes values (5)');
  await lentFile().lend(async () => []);
  expect(heard.at(-1)).toBe('gap');
});

test('after a write elsewhere that failed, everybody else goes on', async () => {
  const failing = lentFile().lend(() => Promise.reject(new Error('The thread is gone')));
  await expect(failing).rejects.toThrow('The thread is gone');
  await insert(1);
  expect(await ids()).toEqual([1]);
});

test('a connection closes only after the lent file is returned', async () => {
  const endLoan = await lendForLong();
  let isClosed = false;
  await stopListening();
  const closing = db.destroy().then(() => (isClosed = true));
  await turns();
  expect(isClosed).toBe(false);
  await endLoan();
  await closing;
});

test('a database in memory, and one that is only read, lend nothing', async () => {
  for (const [path, readOnly] of [
    [':memory:', false],
    [file, true],
  ] as const) {
    const unlent = new Kysely({ dialect: new NodeSqliteDialect(path, { readOnly }) });
    expect(lentFileOf(unlent)).toBeUndefined();
    await unlent.destroy();
  }
});
