import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthsAfter, periodEndAfter } from './billing-periods.ts';

test.each([
  ['2026-01-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
  ['2026-01-31T10:00:00.000Z', 2, '2026-03-31T10:00:00.000Z'],
  ['2026-01-31T10:00:00.000Z', 3, '2026-04-30T10:00:00.000Z'],
  ['2028-01-31T10:00:00.000Z', 1, '2028-02-29T10:00:00.000Z'],
  ['2028-02-29T23:59:59.999Z', 12, '2029-02-28T23:59:59.999Z'],
  ['2028-02-29T23:59:59.999Z', 48, '2032-02-29T23:59:59.999Z'],
  ['2026-11-20T00:00:00.000Z', 2, '2027-01-20T00:00:00.000Z'],
  ['2026-12-31T00:00:00.000Z', 0, '2026-12-31T00:00:00.000Z'],
])('%s and %i months is %s', (anchor, months, expected) => {
  expect(monthsAfter(anchor, months)).toBe(expected);
});

test('a period that was shortened by February does not shorten the ones after it', () => {
  const anchor = '2026-01-31T10:00:00.000Z';
  const march = periodEndAfter(anchor, '2026-02-28T10:00:00.000Z');
  expect(march).toBe('2026-03-31T10:00:00.000Z');
});

test('periods follow each other without gap or overlap, for any anchor and for years', () => {
  const anchors = fc.date({ min: new Date('2024-01-01'), max: new Date('2032-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(anchors, fc.integer({ min: 0, max: 60 }), (date, months) => {
      const anchor = date.toISOString();
      expect(periodEndAfter(anchor, monthsAfter(anchor, months))).toBe(monthsAfter(anchor, months + 1));
    }),
  );
});
