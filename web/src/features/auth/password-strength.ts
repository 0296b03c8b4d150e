import { MIN_PASSWORD_LENGTH } from '@vitrin/shared/contract/users.ts';

export type PasswordStrength = 'short' | 'weak' | 'fair' | 'good' | 'strong';

const CHARACTER_SETS: [RegExp, number][] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{N}/u, 10],
  [/[^\p{L}\p{N}]/u, 32],
];

/** A hint, not a rule: how long a guesser would need, from length and variety, repeated letters counting once. */
export function passwordStrength(password: string): PasswordStrength {
  if (password.length < MIN_PASSWORD_LENGTH) return 'short';
  const letters = Array.from(password);
  const pool = CHARACTER_SETS.reduce((sum, [set, size]) => sum + (set.test(password) ? size : 0), 0);
  const useful = Math.min(letters.length, new Set(letters).size * 2);
  const bits = useful * Math.log2(Math.max(pool, 2));
  if (bits < 42) return 'weak';
  if (bits < 60) return 'fair';
  return bits < 90 ? 'good' : 'strong';
}
