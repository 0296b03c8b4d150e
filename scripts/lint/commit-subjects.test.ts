import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { longSubjects } from './commit-subjects.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrin-test-'));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

// A hook of Git that runs the tests names its repository by such variables: these commits must not land there.
for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) vi.stubEnv(name, undefined);
vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');

const root = join(folder, 'whole');
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
const commit = (subject: string) => git('-C', root, 'commit', '--allow-empty', '-m', `${subject}\n\nwhy`);
const subjectOf = (characters: number) => 'ş'.repeat(characters);

git('init', '--initial-branch=main', root);
commit(`${subjectOf(80)} before`);
const since = git('-C', root, 'rev-parse', 'HEAD');
commit(subjectOf(71));

test('subjects of 72 characters and more are named, those before and those of merges are not', () => {
  expect(longSubjects(root, since)).toEqual([]);
  git('-C', root, 'checkout', '-b', 'side', since);
  commit(subjectOf(72));
  const long = git('-C', root, 'rev-parse', '--short', 'HEAD');
  git('-C', root, 'checkout', 'main');
  git('-C', root, 'merge', '--no-ff', '-m', subjectOf(90), 'side');
  expect(longSubjects(root, since)).toEqual([`${long} ${subjectOf(72)}`]);
});

test('a history that does not reach back, and a folder without one, give no error', () => {
  const shallow = join(folder, 'shallow');
  git('clone', '--depth=1', `file://${root}`, shallow);
  expect(longSubjects(shallow, since)).toEqual([]);
  expect(longSubjects(folder, since)).toEqual([]);
});
