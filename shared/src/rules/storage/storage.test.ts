import { expect, test } from 'vitest';
import {
  GIB,
  percentUsed,
  storageLevel,
  storageLimitAmount,
  storageLimitBytes,
  storageUsedAmount,
} from './storage.ts';

test.each([
  [0.5, 0, GIB / 2],
  [10, 5, 15 * GIB],
  [undefined, 1, GIB],
  [undefined, 0, 0],
])('a plan of %s GB and %s GB extra hold %i bytes', (plan, extra, bytes) => {
  expect(storageLimitBytes(plan, extra)).toBe(bytes);
});

test.each([
  [0, 0, 0],
  [1, 0, 100],
  [5, 10, 50],
  [10, 10, 100],
])('%i of %i is %i percent', (used, limit, percent) => {
  expect(percentUsed(used, limit)).toBe(percent);
});

test.each([
  [0, 'ok'],
  [75, 'ok'],
  [75.01, 'approaching'],
  [90, 'approaching'],
  [90.01, 'critical'],
  [99.99, 'critical'],
  [100, 'exceeded'],
  [140, 'exceeded'],
] as const)('%f percent is %s', (percent, level) => {
  expect(storageLevel(percent)).toBe(level);
});

test.each([
  [0.5, { value: 500, unit: 'MB' }],
  [1, { value: 1, unit: 'GB' }],
  [10.255, { value: 10.26, unit: 'GB' }],
  [0, { value: 0, unit: 'MB' }],
] as const)('a limit of %f GB shows as %j', (limit, amount) => {
  expect(storageLimitAmount(limit)).toEqual(amount);
});

test.each([
  [0.5, { value: 512, unit: 'MB' }],
  [0.0001, { value: 0.1, unit: 'MB' }],
  [0.9999, { value: 1023.9, unit: 'MB' }],
  [1.239, { value: 1.24, unit: 'GB' }],
] as const)('%f GB used show as %j', (used, amount) => {
  expect(storageUsedAmount(used)).toEqual(amount);
});
