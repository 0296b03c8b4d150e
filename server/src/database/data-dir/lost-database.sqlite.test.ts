import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { beginStart } from './lost-database.ts';

const KEY = `${'a1'.repeat(32)}\n`;

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryFolder();
});

const put = (name: string, content = '') => {
  mkdirSync(join(dataDir, name, '..'), { recursive: true });
  writeFileSync(join(dataDir, name), content);
};

test('an emptied database counts as lost, too', () => {
  put('secret.key', KEY);
  put('vitrin.sqlite', 'something');
  expect(() => beginStart(dataDir)).not.toThrow();
  truncateSync(join(dataDir, 'vitrin.sqlite'));
  expect(() => beginStart(dataDir)).toThrow('vitrin.sqlite is empty, while secret.key is beside it');
  rmSync(join(dataDir, 'secret.key'));
  put('vitrin.sqlite-wal', 'log');
  expect(() => beginStart(dataDir)).toThrow('vitrin.sqlite is empty, while vitrin.sqlite-wal is beside it');
});

test('a new folder is no loss, nor one with an empty folder for files', () => {
  rmSync(dataDir, { recursive: true });
  expect(() => beginStart(dataDir)).not.toThrow();
  rmSync(dataDir, { recursive: true });
  mkdirSync(join(dataDir, 'files', 'lost+found'), { recursive: true });
  expect(() => beginStart(dataDir)).not.toThrow();
});

test('a first start that was killed is completed, whatever it had made', () => {
  const end = beginStart(dataDir);
  put('secret.key', KEY);
  expect(() => beginStart(dataDir)).not.toThrow();
  put('vitrin.sqlite');
  beginStart(dataDir)();
  expect(() => beginStart(dataDir)).toThrow('vitrin.sqlite is empty');
  expect(end).not.toThrow();
});

test('a folder with objects is never that of a first start', () => {
  beginStart(dataDir);
  put(join('files', 'ab', 'ab'.repeat(32)), 'bytes');
  expect(() => beginStart(dataDir)).toThrow('is missing, while files of an installation are beside it');
});

test('while a restore is unfinished, that is the reported reason', () => {
  put('secret.key', KEY);
  put('restore.unfinished', '2026-11-23T16-40-00Z\n');
  expect(() => beginStart(dataDir)).not.toThrow();
});
