import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paysForNothing, restCents } from './refunds.ts';

const JUNE = {
  amount_cents: 2900,
  paid_at: '2026-06-01T00:00:05.000Z',
  period_start: '2026-06-01T00:00:00.000Z',
  period_end: '2026-07-01T00:00:00.000Z',
};
const BEFORE = '2026-05-31T23:59:59.000Z';
const DURING = '2026-06-16T00:00:00.000Z';

test.each([
  ['a plan that runs', { settlement: null, ended_at: null }, null, false],
  ['a plan that was paid already', { settlement: 'duplicate', ended_at: null }, null, true],
  ['a plan replaced before the period', { settlement: 'superseded', ended_at: null }, BEFORE, true],
  ['a plan replaced as it began', { settlement: 'superseded', ended_at: null }, JUNE.period_start, true],
  ['a plan replaced in the period', { settlement: 'superseded', ended_at: null }, DURING, false],
  ['a plan that ended before it was paid', { settlement: null, ended_at: BEFORE }, null, true],
  ['a plan that ended as it was paid', { settlement: null, ended_at: JUNE.paid_at }, null, true],
  ['a plan that ended later', { settlement: null, ended_at: DURING }, null, false],
] as const)('a payment for %s: bought nothing %#', (_, purchase, replacedAt, expected) => {
  expect(paysForNothing(purchase, JUNE, replacedAt)).toBe(expected);
});

test.each([
  [JUNE.period_start, 2900],
  [BEFORE, 2900],
  [DURING, 1450],
  ['2026-06-30T23:59:59.000Z', 0],
  [JUNE.period_end, 0],
  ['2026-08-01T00:00:00.000Z', 0],
])('from %s on it is %i cents', (moment, cents) => {
  expect(restCents(JUNE, moment)).toBe(cents);
});

test('the rest is whole cents, never more than was paid, and never grows with time', () => {
  const [start, end] = [Date.parse(JUNE.period_start), Date.parse(JUNE.period_end)];
  const moments = fc.integer({ min: start - 1000, max: end + 1000 });
  fc.assert(
    fc.property(fc.nat({ max: 99_999_999 }), moments, moments, (amount_cents, a, b) => {
      const payment = { ...JUNE, amount_cents };
      const [sooner, later] = [Math.min(a, b), Math.max(a, b)].map((time) =>
        restCents(payment, new Date(time).toISOString()),
      ) as [number, number];
      expect(Number.isInteger(sooner)).toBe(true);
      expect(sooner).toBeLessThanOrEqual(amount_cents);
      expect(later).toBeLessThanOrEqual(sooner);
      expect(later).toBeGreaterThanOrEqual(0);
    }),
  );
});
