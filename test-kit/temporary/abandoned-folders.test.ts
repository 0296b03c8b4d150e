import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nameOfOwner, removeAbandoned } from './abandoned-folders.ts';

let root: string;
let other: ChildProcess;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vitrin-test-'));
  other = spawn('sleep', ['1000'], { stdio: 'ignore' });
});
afterEach(async () => {
  if (other.exitCode === null && other.signalCode === null) await kill();
  rmSync(root, { recursive: true });
});

const kill = async () => {
  const ended = once(other, 'exit');
  other.kill('SIGKILL');
  await ended;
};

function folderOf(pid?: number): string {
  const folder = mkdtempSync(join(root, nameOfOwner('tests-', pid)));
  mkdirSync(join(folder, 'inner'));
  writeFileSync(join(folder, 'inner', 'file'), 'text');
  return basename(folder);
}

test('the folder of a process that was killed goes, those of living ones stay', async () => {
  const [own, others] = [folderOf(), folderOf(other.pid)];
  removeAbandoned(root, 'tests-');
  expect(readdirSync(root).toSorted()).toEqual([own, others].toSorted());
  await kill();
  removeAbandoned(root, 'tests-');
  expect(readdirSync(root)).toEqual([own]);
});

test('a later process with the number of an earlier one keeps no folder of it', () => {
  const name = nameOfOwner('tests-', other.pid);
  const earlier = name.replace(/(\d+)-$/, (_, start: string) => `${Number(start) - 1}-`);
  mkdirSync(join(root, `${earlier}abcdef`));
  mkdirSync(join(root, `${name}abcdef`));
  removeAbandoned(root, 'tests-');
  expect(readdirSync(root)).toEqual([`${name}abcdef`]);
});

test('folders without a process id of this machine, or with another prefix, are left alone', async () => {
  const name = nameOfOwner('tests-', other.pid);
  const names = ['tests-abcdef', 'tests-', name.replace(/\d+/, '1'), name.replace('tests-', 'files-')];
  for (const each of names) mkdirSync(join(root, each));
  await kill();
  removeAbandoned(root, 'tests-');
  expect(readdirSync(root).toSorted()).toEqual(names.toSorted());
});
