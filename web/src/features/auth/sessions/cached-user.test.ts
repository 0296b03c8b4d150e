import { expect, test } from 'vitest';
import { parseUser, rememberWantedAddress, takeWantedAddress } from './cached-user.ts';

test('the wanted address is used once, then the dashboard', () => {
  rememberWantedAddress('/projects/7?tab=files');
  expect(takeWantedAddress()).toBe('/projects/7?tab=files');
  expect(takeWantedAddress()).toBe('/dashboard');
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/..//evil.example',
  '/api/..//evil.example',
  'javascript:alert(1)',
  '',
])('the address %j of another site is never kept', (address) => {
  rememberWantedAddress(address);
  expect(takeWantedAddress()).toBe('/dashboard');
});

test.each([null, '', 'nonsense', 'null', '{"id":"1"}', '[]'])('a cache that holds %s is no user', (text) => {
  expect(parseUser(text)).toBeNull();
});
