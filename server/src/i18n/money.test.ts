import { expect, test } from 'vitest';
import { moneyText } from './money.ts';

test.each([
  ['tr', 123_456, 'TRY', '1.234,56\u00A0TL'],
  ['tr', 89_900, 'TRY', '899,00\u00A0TL'],
  ['tr', -5, 'TRY', '-0,05\u00A0TL'],
  ['en', 123_456, 'TRY', '₺1,234.56'],
  ['en', 2900, 'USD', '$29.00'],
  ['tr', 2900, 'USD', '$29,00'],
] as const)('in %s %i cents of %s are written as %s', (language, cents, currency, text) => {
  expect(moneyText(language, cents, currency)).toBe(text);
});
