import { expect, test } from 'vitest';
import { isIdentityNumber, isTurkishIdentityNumber, isTurkishTaxNumber } from './turkish-numbers.ts';

test.each([
  ['10000000146', true],
  ['10000000147', false],
  ['10000000156', false],
  ['00000000146', false],
  ['1000000014', false],
  ['11111111111', false],
  ['', false],
])('%j is a Turkish identity number: %s', (text, expected) => {
  expect(isTurkishIdentityNumber(text)).toBe(expected);
});

test.each([
  ['1234567890', true],
  ['1234567891', false],
  ['123456789', false],
  ['12345678901', false],
  ['', false],
])('%j is a Turkish tax number: %s', (text, expected) => {
  expect(isTurkishTaxNumber(text)).toBe(expected);
});

test.each([
  ['10000000146', true],
  ['U12345678', true],
  ['12345678', false],
  ['A1', false],
  ['U1234 5678', false],
])('%j names a person: %s', (text, expected) => {
  expect(isIdentityNumber(text)).toBe(expected);
});

test('every number with one digit changed is refused as a tax number', () => {
  const good = '1234567890';
  const others = Array.from({ length: 9 }, (_, index) =>
    Array.from('0123456789', (digit) => good.slice(0, index) + digit + good.slice(index + 1)),
  ).flat();
  expect(others.filter((other) => other !== good && isTurkishTaxNumber(other))).toEqual([]);
});
