import { expect, test } from 'vitest';
import { meanProgress, progressOf, statusOf } from './progress.ts';

test.each([
  [0, 0, 0],
  [0, 3, 0],
  [1, 3, 33],
  [2, 3, 67],
  [1, 8, 13],
  [3, 3, 100],
  [200, 201, 99],
  [398, 400, 99],
  [201, 201, 100],
])('%i of %i milestones completed is %i percent', (completed, total, percent) => {
  expect(progressOf({ completed, total })).toBe(percent);
});

test.each([
  [0, 0, null, 'pending'],
  [0, 2, null, 'pending'],
  [1, 2, null, 'in-progress'],
  [2, 2, null, 'completed'],
  [2, 2, 'on-hold', 'on-hold'],
  [0, 0, 'cancelled', 'cancelled'],
] as const)('%i of %i with %s is %s', (completed, total, override, status) => {
  expect(statusOf({ completed, total }, override)).toBe(status);
});

test.each([
  [0, 0, 0],
  [50, 1, 50],
  [33, 2, 17],
  [200, 2, 100],
  [299, 3, 99],
])('the mean progress of %i percent in %i projects is %i', (sum, count, mean) => {
  expect(meanProgress({ sum, count })).toBe(mean);
});
