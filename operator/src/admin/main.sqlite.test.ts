import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

const MAIN = resolve(import.meta.dirname, 'main.ts');

const folder = temporaryFolder();

function admin(...words: string[]) {
  const env = { ...process.env, DATA_DIR: join(folder, 'data') };
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...words], { env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('unknown words and --help need no installation and make none', () => {
  const unknown = admin('jobs', 'lsit');
  expect(unknown).toMatchObject({ status: 2, stdout: '' });
  expect(unknown.stderr).toContain('npm run admin -- jobs list');
  expect(admin('--help')).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('an answer goes to standard output, a wrong call ends with 2', () => {
  expect(admin('users', 'list', '--json')).toMatchObject({ status: 0, stderr: '' });
  expect(admin('users', 'show', 'nobody')).toMatchObject({ status: 2, stdout: '' });
  expect(admin('end-sessions', 'nobody')).toMatchObject({ status: 1, stdout: '' });
});
