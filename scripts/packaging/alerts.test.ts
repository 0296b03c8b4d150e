import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { debianProgram } from '../../test-kit/services/debian-program.ts';

const WATCHING = path.resolve(import.meta.dirname, '../../packaging/watching');
const RULES = readFileSync(path.join(WATCHING, 'alerts.yaml'), 'utf8');
const NAMES = Array.from(RULES.matchAll(/- alert: (\w+)/g), ([, name]) => name ?? '');

const promtool = debianProgram('promtool', 'prometheus');
const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-alerts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Result of Prometheus for the rules with the values of alerts.test.yaml. */
function evaluate(rules: string): { ok: boolean; said: string } {
  cpSync(path.join(WATCHING, 'alerts.test.yaml'), path.join(folder, 'alerts.test.yaml'));
  writeFileSync(path.join(folder, 'alerts.yaml'), rules);
  const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', 'alerts.test.yaml'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { ok: status === 0, said: `${stdout}${stderr}` };
}

test('each alert fires when everything is wrong, and none when all is well', () => {
  expect(NAMES.length).toBeGreaterThanOrEqual(10);
  expect(evaluate(RULES)).toMatchObject({ ok: true });
});

test.each(NAMES)('a test case expects %s to fire', (name) => {
  const { ok, said } = evaluate(RULES.replace(`- alert: ${name}\n`, '- alert: SomethingElse\n'));
  expect(ok).toBe(false);
  expect(said).toContain(name);
});
