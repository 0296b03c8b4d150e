import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from './fixtures.ts';

/** A folder that stands from the first test of a spec to its last; the function returned gives its path inside tests. */
export function specFolder(): () => string {
  let folder: string;
  test.beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'vitrin-journey-'))));
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => folder;
}
