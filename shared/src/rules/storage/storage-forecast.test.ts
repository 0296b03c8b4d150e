import { expect, test } from 'vitest';
import { limitReachedOn } from './storage-forecast.ts';

const now = new Date('2026-11-20T23:59:59.999Z');

test.each([
  ['nothing uploaded lately', 500, 1000, 0, null],
  ['half left at half a month', 500, 1000, 500, '2026-12-20'],
  ['one byte left', 999, 1000, 300, '2026-11-21'],
  ['a little beyond a whole day', 979, 1000, 300, '2026-11-23'],
  ['exactly at the limit', 1000, 1000, 0, '2026-11-20'],
  ['over the limit', 2000, 1000, 10, '2026-11-20'],
  ['no limit at all', 0, 0, 0, '2026-11-20'],
  ['more than ten years away', 0, 1_000_000, 1, null],
])('%s', (_name, usedBytes, limitBytes, recentBytes, day) => {
  expect(limitReachedOn({ usedBytes, limitBytes, recentBytes }, now)).toBe(day);
});
