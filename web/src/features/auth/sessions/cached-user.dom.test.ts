import { expect, test } from 'vitest';
import { SESSION_END_KEY, readStored, writeStored } from '../../../lib/storage.ts';
import { FREELANCER } from '../../../testing/users.ts';
import { parseUser, rememberWantedAddress, takeWantedAddress, writeCachedUser } from './cached-user.ts';

test('a logout explains every later refusal, until the next login', () => {
  writeStored('local', SESSION_END_KEY, 'logout');
  writeCachedUser(null);
  writeCachedUser(null);
  expect(readStored('local', SESSION_END_KEY)).toBe('logout');
  writeCachedUser(FREELANCER);
  expect(readStored('local', SESSION_END_KEY)).toBeNull();
});

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
])('the address %j of another site is never stored', (address) => {
  rememberWantedAddress(address);
  expect(takeWantedAddress()).toBe('/dashboard');
});

test.each([null, '', 'nonsense', 'null', '{"id":"1"}', '[]'])(
  'a cache that contains %s gives no user',
  (text) => {
    expect(parseUser(text)).toBeNull();
  },
);
