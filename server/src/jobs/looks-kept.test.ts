import { expect, test } from 'vitest';
import { looksKeptSince } from './looks-kept.ts';

test.each([
  ['2026-11-29T12:00:00.000Z', 24, '2024-11-29T12:00:00.000Z'],
  ['2026-03-31T12:00:00.000Z', 1, '2026-02-28T12:00:00.000Z'],
  ['2028-02-29T00:00:00.000Z', 12, '2027-02-28T00:00:00.000Z'],
  ['2026-01-15T23:59:59.999Z', 2, '2025-11-15T23:59:59.999Z'],
])('at %s traces of %i months begin at %s', (moment, keepLooksMonths, since) => {
  const config = { keepLooksMonths } as Parameters<typeof looksKeptSince>[0]['config'];
  expect(looksKeptSince({ now: () => new Date(moment), config })).toBe(since);
});
