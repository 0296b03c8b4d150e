import { expect, test } from 'vitest';
import { playedPercent } from './use-played.ts';

const ranges = (...parts: [number, number][]): TimeRanges => ({
  length: parts.length,
  start: (index) => parts[index]?.[0] ?? 0,
  end: (index) => parts[index]?.[1] ?? 0,
});

test.each<[number, [number, number][], number]>([
  [100, [], 0],
  [100, [[0, 30]], 30],
  [
    100,
    [
      [0, 30],
      [50, 60.9],
    ],
    40,
  ],
  [100, [[0, 99.4]], 99],
  [100, [[0, 99.6]], 100],
  [0.3, [], 0],
  [0.3, [[0, 0.1]], 100],
  [Number.NaN, [[0, 1]], 0],
  [Infinity, [[0, 1]], 0],
  [0, [[0, 1]], 0],
])('a film of %s seconds with %j played is at %s percent', (duration, parts, percent) => {
  expect(playedPercent({ duration, played: ranges(...parts) })).toBe(percent);
});
