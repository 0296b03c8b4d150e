import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backUp } from './backup.ts';

let folder: string;
let dataDir: string;
let target: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vitrin-backup-'));
  [dataDir, target] = [path.join(folder, 'data'), path.join(folder, 'copy')];
  mkdirSync(path.join(dataDir, 'files/ab'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a backup holds rows that are only in the write-ahead log, the files and the secret, but not the lock', async () => {
  const db = new DatabaseSync(path.join(dataDir, 'vitrin.sqlite'));
  db.exec("pragma journal_mode = wal; create table files (name text); insert into files values ('a')");
  writeFileSync(path.join(dataDir, 'files/ab/one'), 'bytes');
  writeFileSync(path.join(dataDir, 'secret.key'), 'secret');
  writeFileSync(path.join(dataDir, 'lock.sqlite'), '');

  await backUp(dataDir, target);
  db.close();

  const copy = new DatabaseSync(path.join(target, 'vitrin.sqlite'), { readOnly: true });
  expect(
    copy
      .prepare('select name from files')
      .all()
      .map(({ name }) => name),
  ).toEqual(['a']);
  copy.close();
  expect(readFileSync(path.join(target, 'files/ab/one'), 'utf8')).toBe('bytes');
  expect(readFileSync(path.join(target, 'secret.key'), 'utf8')).toBe('secret');
  expect(existsSync(path.join(target, 'lock.sqlite'))).toBe(false);
});

it('a second backup brings what is new', async () => {
  const db = new DatabaseSync(path.join(dataDir, 'vitrin.sqlite'));
  db.exec('create table files (name text)');
  await backUp(dataDir, target);
  writeFileSync(path.join(dataDir, 'files/ab/two'), 'more');
  db.exec("insert into files values ('two')");
  await backUp(dataDir, target);
  db.close();

  const copy = new DatabaseSync(path.join(target, 'vitrin.sqlite'), { readOnly: true });
  expect(copy.prepare('select count(*) as count from files').get()).toMatchObject({ count: 1 });
  copy.close();
  expect(readFileSync(path.join(target, 'files/ab/two'), 'utf8')).toBe('more');
});

it('a folder without a database is refused in words', async () => {
  await expect(backUp(dataDir, target)).rejects.toThrow(/no SQLite database/);
});
