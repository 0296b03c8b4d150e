import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { releaseTests } from '../test-kit/large/daily-tests.ts';
import { relatedTests } from './related-tests.ts';

/**
 * `npm run test:changed`: checks format, lint and types, and runs the tests nearest to the differences from
 * main, committed or not, on SQLite. It gives a quick first answer and replaces no complete check: `npm test`
 * runs the other tests, the journeys and those on PostgreSQL, and `npm run test:all` also the tests of disasters
 * that did not change.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
const SOURCES = '{shared,engine,server,operator,web,lab,scripts,test-kit}/**/*.{ts,tsx}';
const SOURCE = /\.tsx?$/;
/** Base of the comparison; an argument replaces `main`. */
const base = process.argv[2] ?? 'main';

const changed = changedFiles();
console.log(changed.length > 0 ? `Changed:\n  ${changed.join('\n  ')}` : `Nothing differs from ${base}.`);
const files = globSync(SOURCES, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] });
const sources = new Map(files.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]));
const leftToRelease = releaseTests();
const disasters = new Set(leftToRelease.filter((file) => !changed.includes(file)));
/** As few cases and stores as by `npm test`, unless a test is among the changes that it leaves out. */
const extent = leftToRelease.some((file) => changed.includes(file)) ? 'all' : 'daily';
for (const disaster of disasters) sources.delete(disaster);
const { tests, left } = relatedTests(changed, sources);
const steps: [string, string[]][] = [
  ['oxfmt/bin/oxfmt', ['--check', '--no-error-on-unmatched-pattern', ...changed]],
  ['oxlint/bin/oxlint', ['--type-aware', ...changed.filter((file) => SOURCE.test(file))]],
  ['typescript/bin/tsc', ['-b']],
  ['vitest/vitest.mjs', ['run', ...tests]],
];
process.exitCode = 0;
for (const [program, words] of changed.length > 0 ? steps : []) {
  const named = words.filter((word) => !word.startsWith('-') && word !== 'run');
  if (named.length === 0 && !words.includes('-b')) continue;
  const { status } = spawnSync(process.execPath, [path.join(ROOT, 'node_modules', program), ...words], {
    cwd: ROOT,
    env: { ...process.env, VITRIN_TEST_DATABASES: 'sqlite', VITRIN_TEST_EXTENT: extent },
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
if (left.length > 0) console.log(`Further away, left to npm test:\n  ${left.join('\n  ')}`);
console.log(`${tests.length} files of tests; journeys and PostgreSQL are for npm test.`);

/** Files that differ from where this branch left the base, and new ones; without those that are gone. */
function changedFiles(): string[] {
  const [start = base] = git('merge-base', base, 'HEAD');
  const names = [
    ...git('diff', '--name-only', '--diff-filter=d', start),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(names)].toSorted();
}

function git(...words: string[]): string[] {
  const { stdout, stderr, status } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
  return stdout.split('\n').filter((line) => line !== '');
}
