import { expect, test } from 'vitest';
import { keptFileDate, readFileDate } from './file-dates.ts';

const NOW = new Date('2026-11-20T10:00:01.500Z');

test.each([
  ['2024-03-05T17:31:41.250Z', '2024-03-05T17:31:40.000Z'],
  ['2024-03-05T17:31:41+03:00', '2024-03-05T14:31:40.000Z'],
  ['1980-01-01T00:00:00Z', '1980-01-01T00:00:00.000Z'],
  ['1979-12-31T23:59:59Z', null],
  ['1970-01-01T00:00:00Z', null],
  ['0001-01-01T00:00:00Z', null],
  ['2026-11-20T10:00:01Z', '2026-11-20T10:00:00.000Z'],
  ['2026-11-20T11:00:00Z', '2026-11-20T10:00:00.000Z'],
  ['9999-12-31T23:59:59Z', '2026-11-20T10:00:00.000Z'],
])('a file dated %s that arrives now is stored with %s', (given, kept) => {
  const date = readFileDate(given);
  expect(date && keptFileDate(date, NOW)).toBe(kept);
});

test.each([
  '',
  'yesterday',
  '2024-03-05',
  '2024-03-05T17:31:41',
  '2024-02-30T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '1709659901250',
  `2024-03-05T17:31:41.${'0'.repeat(65_536)}Z`,
])('%j is no date of a file', (text) => {
  expect(readFileDate(text)).toBeUndefined();
});
