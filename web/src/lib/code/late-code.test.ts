import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const src = path.resolve(import.meta.dirname, '../..');

/**
 * Exceptions: boot.ts runs without React, the upload's transfer retries by itself, and documents are read in a
 * worker.
 */
const TRY_BY_THEMSELVES = [
  'boot.ts',
  'features/files/uploads/sending/tus-transfer.ts',
  'features/files/viewer/office/read-office.ts',
];

/** `loadWithTexts`, which a route's `screen` also calls, calls `loadCode` for the code and for its texts. */
const BARE_IMPORT =
  /(?<!loadCode\(\s*\(\) => |\b(?:loadWithTexts|screen)\(\s*\[['\w, ]*\],\s*\(\) => )\bimport\(/;

test('code loaded later is loaded by loadCode, so that a broken connection loses no screen', () => {
  const bare = globSync('**/*.{ts,tsx}', { cwd: src })
    .filter((file) => !file.includes('.test.') && !TRY_BY_THEMSELVES.includes(file))
    .filter((file) => BARE_IMPORT.test(readFileSync(path.join(src, file), 'utf8')))
    .filter((file) => !['lib/code/load-code.ts', 'i18n/i18n.ts'].includes(file));
  expect(bare).toEqual([]);
});
