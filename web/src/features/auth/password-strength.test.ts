import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['', 'short'],
  ['abcde', 'short'],
  ['abcdef', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['Abcd1234', 'fair'],
  ['olive-tree-42', 'good'],
  ['Olive-tree-42-window', 'strong'],
])('"%s" is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
