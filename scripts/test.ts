import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBubblewrap } from '../test-kit/programs/apt-install.ts';
import { ensureJourneyBrowser } from '../test-kit/programs/ensure-chromium.ts';
import type { TestResults } from './results-reporter.ts';

/**
 * Runs unit and API tests (Vitest), then browser journeys (Playwright). The last line counts both; the exit code
 * is 0 only when something ran, everything passed and nothing was skipped. With VITRIN_TEST_ALL=1 (`npm run
 * test:all`) it also runs every test of disasters, and every database test on both databases: decision 0222.
 */
type Result = {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  /** Tests that passed at the second attempt alone: each has to be mended. */
  unsteady: string[];
  failures: TestResults['failures'];
};
type JourneyStats = { expected: number; unexpected: number; flaky: number; skipped: number };

/** Most characters that are printed of a failed journey's page. */
const PAGE_LENGTH = 6000;

const EXTENT = process.env['VITRIN_TEST_ALL'] === '1' ? 'all' : 'daily';

const ROOT = path.resolve(import.meta.dirname, '..');
const reports = mkdtempSync(path.join(tmpdir(), 'vitrin-reports-'));

const results = [runVitest(), runPlaywright()];
rmSync(reports, { recursive: true, force: true });

console.log('');
for (const name of results.flatMap(({ unsteady }) => unsteady)) console.log(`UNSTEADY ${name}`);
for (const { name, message } of results.flatMap(({ failures }) => failures))
  console.log(`FAILED ${name}\n${message}\n`);
for (const { name, passed, failed, skipped } of results) {
  const note = skipped > 0 ? `, ${skipped} skipped (counted as failed)` : '';
  console.log(`${name}: ${passed} passed, ${failed} failed${note}`);
}
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed + result.skipped, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function runVitest(): Result {
  ensureBubblewrap();
  const report = path.join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=./scripts/results-reporter.ts'];
  const ok = runTool('vitest/vitest.mjs', ['run', ...reporters], { VITRIN_TEST_RESULTS: report });
  return finished('unit and API tests', ok, readReport<TestResults>(report));
}

function runPlaywright(): Result {
  const name = 'browser journeys';
  try {
    ensureJourneyBrowser();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return finished(name, false);
  }
  const report = path.join(reports, 'playwright.json');
  const ok = runTool('@playwright/test/cli.js', ['test', '-c', 'e2e', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  if (!ok) showPagesOfFailures();
  const { stats } = readReport<{ stats: JourneyStats }>(report);
  return finished(
    name,
    ok,
    stats && {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      unsteady: stats.flaky > 0 ? [`${stats.flaky} browser journeys, named above`] : [],
    },
  );
}

/** Prints the beginning of what each failed journey's page showed at its end, as Playwright has written it. */
function showPagesOfFailures(): void {
  for (const file of globSync('test-results/*/error-context.md', { cwd: ROOT }))
    console.log(`${file}\n${readFileSync(path.join(ROOT, file), 'utf8').slice(0, PAGE_LENGTH)}\n`);
}

/**
 * A tool that fails without a failed test (a file that cannot be loaded, a server left running) is a failure as well.
 */
function finished(name: string, ok: boolean, results: Partial<TestResults> = {}): Result {
  const { passed = 0, failed = 0, skipped = 0, unsteady = [], failures = [] } = results;
  return { name, passed, failed: ok || failed > 0 ? failed : 1, skipped, unsteady, failures };
}

function runTool(file: string, args: string[], env: Record<string, string> = {}): boolean {
  const program = path.join(ROOT, 'node_modules', file);
  const { status } = spawnSync(process.execPath, [program, ...args], {
    cwd: ROOT,
    env: { ...process.env, VITRIN_TEST_EXTENT: EXTENT, ...env },
    stdio: 'inherit',
  });
  return status === 0;
}

function readReport<T>(file: string): Partial<T> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : {};
}
