import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Checkpoints } from './checkpoints.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';

/** About 6000 pages of the log in all, which are more than it may hold, and in each write about 128. */
const WRITES = 48;
const BYTES = 512 * 1024;

let folder: string;
let path: string;
let db: Kysely<unknown>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrin-checkpoints-'));
  path = join(folder, 'vitrin.sqlite');
  db = new Kysely<unknown>({ dialect: new NodeSqliteDialect(path) });
  await db.schema.createTable('things').addColumn('number', 'integer').addColumn('bytes', 'blob').execute();
});
afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

const add = (number: number, bytes = BYTES) =>
  db
    .transaction()
    .execute((tx) => sql`insert into things values (${number}, randomblob(${bytes}))`.execute(tx));
const inFile = () => statSync(path).size;

/** Pages of the log, as another connection sees it: in all, and those that are in the database file already. */
function pagesOfLog(): { log: number; checkpointed: number } {
  const other = new DatabaseSync(path);
  try {
    const row = other.prepare('pragma wal_checkpoint(noop)').get();
    return { log: Number(row?.['log']), checkpointed: Number(row?.['checkpointed']) };
  } finally {
    other.close();
  }
}

test('a commit does not write the log back itself', async () => {
  await add(1, 30_000_000);
  expect(pagesOfLog().log).toBeGreaterThan(7000);
  expect(inFile()).toBeLessThan(100_000);
});

test('a long log is written back while others write, begins anew, and loses nothing', async () => {
  let written = 0;
  for (; written < WRITES; written += 1) await add(written);
  const longest = pagesOfLog().log;
  // The log restarts only after a checkpoint has written all of it back without a concurrent write.
  while (pagesOfLog().log >= longest / 2) {
    await Promise.all(Array.from({ length: 4 }, (_, index) => add(written + index, 100)));
    written += 4;
  }
  expect(inFile()).toBeGreaterThan(WRITES * BYTES * 0.9);
  const numbers = await sql<{ number: number }>`select number from things order by number`.execute(db);
  expect(numbers.rows.map(({ number }) => number)).toEqual(Array.from({ length: written }, (_, n) => n));
  const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  expect(check.rows).toEqual([{ integrity_check: 'ok' }]);
});

test('closing the file waits for the running checkpoint', async () => {
  for (let number = 0; number < WRITES; number += 1) await add(number);
  await db.destroy();
  db = new Kysely<unknown>({ dialect: new NodeSqliteDialect(path) });
  const { rows } = await sql<{ count: number }>`select count(*) as count from things`.execute(db);
  expect(rows).toEqual([{ count: WRITES }]);
});

test('pages added during the first part are written back while writes are paused', async () => {
  await add(1, 100);
  const states: { log: number; checkpointed: number }[] = [];
  const checkpoints = new Checkpoints({
    path,
    pagesToWriteBack: () => 100_000,
    async whileNobodyWrites(work) {
      states.push(pagesOfLog());
      await add(2, 20_000);
      states.push(pagesOfLog());
      await work();
      states.push(pagesOfLog());
    },
  });
  for (let write = 0; write < 32; write += 1) checkpoints.noteWrite();
  await vi.waitFor(() => expect(states).toHaveLength(3));
  await checkpoints.close();
  const [first, added, last] = states.map(({ log, checkpointed }) => log - checkpointed);
  expect([first, last]).toEqual([0, 0]);
  expect(added).toBeGreaterThan(0);
});

test('the thread stays for as long as a transaction that writes keeps it waiting', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const warnings = vi.spyOn(process, 'emitWarning').mockReturnValue();
  try {
    const begun = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const checkpoints = new Checkpoints({
      path,
      pagesToWriteBack: () => 100_000,
      async whileNobodyWrites(work) {
        begun.resolve();
        await over.promise;
        await work();
      },
    });
    for (let write = 0; write < 32; write += 1) checkpoints.noteWrite();
    await begun.promise;
    vi.advanceTimersByTime(10 * 60_000);
    over.resolve();
    await checkpoints.close();
    expect(warnings).not.toHaveBeenCalled();
  } finally {
    warnings.mockRestore();
    vi.useRealTimers();
  }
});

test('a thread that cannot work is logged once a minute, and blocks no write', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const warnings = vi.spyOn(process, 'emitWarning').mockReturnValue();
  try {
    const looks = vi.fn<() => number>(() => 100_000);
    const checkpoints = new Checkpoints({
      path: join(folder, 'missing', 'vitrin.sqlite'),
      pagesToWriteBack: looks,
      whileNobodyWrites: () => Promise.reject(new Error('The first part has failed already')),
    });
    const writeOften = () => {
      for (let write = 0; write < 200; write += 1) checkpoints.noteWrite();
    };
    writeOften();
    await vi.waitFor(() => expect(warnings).toHaveBeenCalledTimes(1));
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    writeOften();
    expect(looks).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    writeOften();
    await vi.waitFor(() => expect(warnings).toHaveBeenCalledTimes(2));
    await checkpoints.close();
    expect(String(warnings.mock.lastCall?.[0])).toContain('could not be written back');
  } finally {
    warnings.mockRestore();
    vi.useRealTimers();
  }
});

test('closing the file waits for an idle thread that is ending', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const posts = vi.spyOn(Worker.prototype, 'postMessage');
  try {
    const checkpoints = new Checkpoints({
      path,
      pagesToWriteBack: () => 100_000,
      whileNobodyWrites: (work) => work(),
    });
    for (let write = 0; write < 32; write += 1) checkpoints.noteWrite();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    vi.advanceTimersByTime(60_000);
    expect(posts).toHaveBeenLastCalledWith('end');
    await checkpoints.close();
    // The number of a thread that has ended.
    expect(posts.mock.contexts.map((worker) => (worker as Worker).threadId)).toEqual([-1, -1, -1]);
  } finally {
    posts.mockRestore();
    vi.useRealTimers();
  }
});

test('a failed check of the log is logged, and blocks no caller', async () => {
  const warnings = vi.spyOn(process, 'emitWarning').mockReturnValue();
  const looks = vi.spyOn(SqliteConnection.prototype, 'pagesToWriteBack').mockImplementation(() => {
    throw new Error('disk I/O error');
  });
  try {
    for (let number = 0; number < 64; number += 1) await add(number, 1);
    expect(looks).toHaveBeenCalledTimes(1);
    expect(warnings).toHaveBeenCalledTimes(1);
  } finally {
    looks.mockRestore();
    warnings.mockRestore();
  }
});
