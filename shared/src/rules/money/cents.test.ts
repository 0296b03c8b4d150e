import { expect, test } from 'vitest';
import { amountOf, decimalOf } from './cents.ts';

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
