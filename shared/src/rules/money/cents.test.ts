import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountOf, centsOf, decimalOf } from './cents.ts';

test.each([
  [0, 0, '0.00'],
  [5, 0.05, '0.05'],
  [2900, 29, '29.00'],
  [89_990, 899.9, '899.90'],
  [-150, -1.5, '-1.50'],
])('%i cents are %d, written %s', (cents, amount, text) => {
  expect(amountOf(cents)).toBe(amount);
  expect(decimalOf(cents)).toBe(text);
});

test.each([
  ['899', 89_900],
  [899.9, 89_990],
  ['899.90', 89_990],
  ['1.000', 100],
  ['29.005', null],
  ['29,00', null],
  ['-1', null],
  ['', null],
  [1e21, null],
])('the amount %j is %j cents', (amount, cents) => {
  expect(centsOf(amount)).toBe(cents);
});

test('cents come back exactly from the decimal text and from the JSON number of every amount', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2_000_000_000 }), (cents) => {
      expect(centsOf(decimalOf(cents))).toBe(cents);
      expect(centsOf(JSON.parse(decimalOf(cents)) as number)).toBe(cents);
    }),
    { numRuns: 10_000 },
  );
});
