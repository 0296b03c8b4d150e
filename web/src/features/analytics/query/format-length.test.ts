import { expect, test } from 'vitest';
import { formatDayCount, formatLength } from './format-length.ts';

test.each([
  [0, '0 sec', '0 sn.'],
  [59.6, '1 min', '1 dk.'],
  [3600, '1 hr', '1 sa.'],
  [3661, '1 hr 1 min', '1 sa. 1 dk.'],
  [86_400 * 2 + 3600 * 4 + 59, '2 days 4 hr', '2 gün 4 sa.'],
  [86_400 + 59, '1 day', '1 gün'],
])('%d seconds are %s', (seconds, english, turkish) => {
  expect(formatLength('en', seconds)).toBe(english);
  expect(formatLength('tr', seconds).replaceAll('sa ', 'sa. ')).toBe(turkish);
});

test('days have one decimal at most', () => {
  expect(formatDayCount('en', 2.5)).toBe('2.5 days');
  expect(formatDayCount('tr', 2.5)).toBe('2,5 gün');
});
