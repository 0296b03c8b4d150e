import { expect, test } from 'vitest';
import { looksLikeAddress } from './address-like.ts';

test.each([
  'see example.com',
  'http://localhost',
  'evil://x',
  'www.örnek.com',
  'write to ayse@example.com',
  'ayse@localhost',
  'on 10.0.0.1',
  'example。com',
  'example．com',
  'exam\u{200b}ple.\u{200b}com',
  'Hello.World',
])('%s looks like an address', (text) => {
  expect(looksLikeAddress(text)).toBe(true);
});

test.each([
  '',
  'Welcome! Have a look, e.g. at the newest version.',
  'Merhaba. Hoş geldiniz...',
  'From 9.30 to 17.00, 1.000 pictures',
  'Ask @ayse',
  'https is not an address, and neither is 1:2',
])('%s does not', (text) => {
  expect(looksLikeAddress(text)).toBe(false);
});
