import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connectDatabase } from '../../database/connect.ts';
import { emptyLog } from './erase-queries.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

test('the log is emptied as soon as no other process reads from it, and no statement waits in SQLite for that', async () => {
  const folder = temporaryFolder();
  const sqlitePath = join(folder, 'vitrin.sqlite');
  const db = connectDatabase({ sqlitePath });
  await db.schema.createTable('notes').addColumn('text', 'text').execute();
  const timeout = async () => (await sql<{ timeout: number }>`pragma busy_timeout`.execute(db)).rows;
  const usual = await timeout();
  const reader = new DatabaseSync(sqlitePath, { readOnly: true });
  const logBytes = () => statSync(`${sqlitePath}-wal`).size;

  reader.exec('begin');
  reader.prepare('select * from notes').all();
  // Counts sleeps instead of measuring time: with its usual busy timeout, the driver would sleep for seconds.
  const before = process.resourceUsage().voluntaryContextSwitches;
  expect(await emptyLog(db)).toBe(false);
  expect(process.resourceUsage().voluntaryContextSwitches - before).toBeLessThan(20);
  expect(logBytes()).toBeGreaterThan(0);
  expect(await timeout()).toEqual(usual);

  reader.exec('commit');
  expect(await emptyLog(db)).toBe(true);
  expect(logBytes()).toBe(0);
  expect(await timeout()).toEqual(usual);
  reader.close();
  await db.destroy();
});
