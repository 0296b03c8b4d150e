import { expect, test } from 'vitest';
import { suggestVersionNumber } from './suggest-number.ts';

test.each([
  [undefined, '1'],
  ['1', '2'],
  ['1.9', '1.10'],
  ['v09', 'v10'],
  ['2.0 Brand guide', '2.1'],
  ['1.0 Phase 2', '1.1'],
  ['Round 3', 'Round 4'],
  ['final', ''],
])('after %j comes %j', (newest, suggestion) => {
  expect(suggestVersionNumber(newest)).toBe(suggestion);
});
