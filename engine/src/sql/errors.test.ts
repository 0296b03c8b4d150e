import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary.ts';
import {
  isDatabaseAway,
  isDatabaseDamaged,
  isDatabaseFull,
  isDatabaseUnreadable,
  isLockTimeout,
  isLostToOthers,
  isRefusedWrite,
  isUniqueViolation,
  noteBrokenConnection,
  noteRoomAfter,
} from './errors.ts';

const QUESTIONS = {
  isDatabaseAway,
  isDatabaseDamaged,
  isDatabaseFull,
  isDatabaseUnreadable,
  isLockTimeout,
  isLostToOthers,
  isRefusedWrite,
  isUniqueViolation,
};

type Question = keyof typeof QUESTIONS;

/** Questions that are answered with yes. */
function answersFor(error: unknown): string[] {
  return Object.entries(QUESTIONS).flatMap(([name, is]) => (is(error) ? [name] : []));
}

function errorOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

test("SQLite's own errors are recognised", () => {
  const file = join(temporaryFolder(), 'test.sqlite');
  const database = new DatabaseSync(file);
  database.exec('create table t (a text unique); insert into t values (1)');
  expect(answersFor(errorOf(() => database.exec('insert into t values (1)')))).toEqual(['isUniqueViolation']);

  const other = new DatabaseSync(file, { timeout: 0 });
  database.exec('begin immediate');
  expect(answersFor(errorOf(() => other.exec('begin immediate')))).toEqual(['isLostToOthers']);
  database.exec('rollback');

  database.exec('pragma max_page_count = 2');
  expect(answersFor(errorOf(() => database.exec('create table more (a)')))).toEqual(['isDatabaseFull']);

  const reader = new DatabaseSync(file, { readOnly: true });
  const refused = errorOf(() => reader.exec('insert into t values (2)'));
  expect(answersFor(refused)).toEqual(['isDatabaseUnreadable', 'isRefusedWrite']);
  for (const one of [database, other, reader]) one.close();
});

test('a file that is no SQLite database is damaged, and one that cannot be opened is unreadable', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'notes.txt');
  writeFileSync(file, 'not a database '.repeat(100));
  const damaged = new DatabaseSync(file);
  expect(answersFor(errorOf(() => damaged.prepare('select * from t')))).toEqual(['isDatabaseDamaged']);
  damaged.close();
  expect(answersFor(errorOf(() => new DatabaseSync(folder)))).toEqual(['isDatabaseUnreadable']);
});

test.each<[code: string, questions: Question[]]>([
  ['23505', ['isUniqueViolation']],
  ['53100', ['isDatabaseFull']],
  ['40P01', ['isLostToOthers']],
  ['40001', ['isLostToOthers']],
  ['55P03', ['isLockTimeout']],
  ['57P01', ['isDatabaseAway']],
  ['08006', ['isDatabaseAway']],
  ['25006', ['isDatabaseAway', 'isRefusedWrite']],
  ['42601', []],
  ['ECONNRESET', []],
])('code %s of PostgreSQL: %j', (code, questions) => {
  expect(answersFor(Object.assign(new Error('refused'), { code }))).toEqual(questions);
  // The code of something that is no error says nothing.
  expect(answersFor({ code })).toEqual([]);
});

test('a broken connection is away by its message, or once it was noted as such', () => {
  expect(answersFor(new Error('Connection terminated unexpectedly'))).toEqual(['isDatabaseAway']);
  const reset = Object.assign(new Error('read'), { code: 'ECONNRESET' });
  noteBrokenConnection(reset);
  expect(answersFor(reset)).toEqual(['isDatabaseAway']);
});

test('a write on a full disk is worth another try once space was freed', () => {
  const full = Object.assign(new Error('full'), { code: '53100' });
  expect(isLostToOthers(full)).toBe(false);
  noteRoomAfter(full);
  expect(isLostToOthers(full)).toBe(true);
});
