import { expect, test } from 'vitest';
import { roundTicks } from './round-ticks.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [5, [0, 1, 2, 3, 4, 5]],
  [7, [0, 2, 4, 6, 8]],
  [23, [0, 5, 10, 15, 20, 25]],
  [100, [0, 20, 40, 60, 80, 100]],
  [1234, [0, 500, 1000, 1500]],
])('an axis up to %i has round marks', (max, ticks) => {
  expect(roundTicks(max)).toEqual(ticks);
});

test('axes of bytes have round marks', () => {
  const [kib, mib] = [1024, 1024 ** 2];
  expect(roundTicks(7 * mib, 1024)).toEqual([0, 2, 4, 6, 8].map((count) => count * mib));
  expect(roundTicks(900 * kib, 1024)).toEqual([0, 200, 400, 600, 800, 1000].map((count) => count * kib));
  expect(roundTicks(300, 1024)).toEqual([0, 100, 200, 300]);
  expect(roundTicks(1.5 * mib, 1024)).toEqual([0, 0.5, 1, 1.5].map((count) => count * mib));
});

test.each([1, 9, 10, 11, 99, 101, 4_999, 1e9, 7.3e12])('six marks at most reach %d', (max) => {
  for (const unit of [1, 1024]) {
    const ticks = roundTicks(max, unit);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
  }
});
