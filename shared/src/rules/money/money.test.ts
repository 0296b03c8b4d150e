import { expect, test } from 'vitest';
import { formatMoney } from './money.ts';

test.each([
  ['en', 0, 'USD', '$0'],
  ['en', 29, 'USD', '$29'],
  ['en', 29.5, 'USD', '$29.50'],
  ['tr', 899, 'TRY', '899\u00A0TL'],
  ['tr', 2999, 'TRY', '2.999\u00A0TL'],
  ['tr', 1234.5, 'TRY', '1.234,50\u00A0TL'],
  ['tr', 29, 'USD', '$29'],
  ['en', 2999, 'TRY', '₺2,999'],
  ['tr', 0.99, 'TRY', '0,99\u00A0TL'],
] as const)('in %s %f %s is %s', (language, amount, currency, text) => {
  expect(formatMoney(language, amount, currency)).toBe(text);
});
