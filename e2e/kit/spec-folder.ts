import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from './fixtures.ts';

/** Makes a folder for all tests of a spec; the returned function gives its path inside tests. */
export function specFolder(): () => string {
  let folder: string;
  test.beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'vitrin-journey-'))));
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => folder;
}
