import { expect, test } from 'vitest';
import { typedLinkAddress } from './rich-text.ts';

test.each([
  ['example.com/a', 'https://example.com/a'],
  ['//example.com', 'https://example.com'],
  [' https://example.com ', 'https://example.com'],
  ['mailto:elif@example.com', 'mailto:elif@example.com'],
  ['tel:+905551112233', 'tel:+905551112233'],
  ['javascript:alert(1)', 'about:blank'],
  ['JaVa\tScript:alert(1)', 'https://JaVaScript:alert(1)'],
  ['data:text/html,x', 'about:blank'],
  ['ftp://example.com', 'about:blank'],
  ['', 'about:blank'],
])('the typed address %j becomes %j', (typed, address) => {
  expect(typedLinkAddress(typed)).toBe(address);
});
