import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['', 'short'],
  ['abcde', 'short'],
  ['abcdef', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['Abcd1234', 'weak'],
  ['password1', 'weak'],
  ['P@ssw0rd2024!', 'weak'],
  ['qwerty123456', 'weak'],
  ['abcdefgh12345678', 'weak'],
  ['111222333444', 'weak'],
  ['9876543210zyxwv', 'weak'],
  ['Galatasaray1905', 'weak'],
  ['Istanbul34', 'weak'],
  ['spiderman7', 'weak'],
  ['k7#mQx2p', 'fair'],
  ['olive-tree-42', 'good'],
  ['Olive-tree-42-window', 'strong'],
])('"%s" is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
