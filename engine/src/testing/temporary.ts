import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Runs `end` after the test that is running, or after all tests of the file where none runs. */
export function afterwards(end: () => unknown): void {
  const hook = async () => void (await end());
  if (TestRunner.getCurrentTest()) onTestFinished(hook);
  else afterAll(hook);
}

/** An empty folder that is removed afterwards, see above. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrin-test-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
