import { MIN_PASSWORD_LENGTH } from '@vitrin/shared/contract/users.ts';

type PasswordStrength = 'short' | 'weak' | 'fair' | 'good' | 'strong';

const CHARACTER_SETS: [RegExp, number][] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{N}/u, 10],
  [/[^\p{L}\p{N}]/u, 32],
];

/** Guessers try these first: common words of both languages, rows of the keyboard, years. */
const COMMON =
  /p[a@4][s$5]{2}w[0o]r[dt]|parola|[sş]ifre|admin|login|welcome|letmein|master|dragon|monkey|iloveyou|seni|seviyorum|superman|football|baseball|sunshine|princess|istanbul|galatasaray|fenerbah[cç]e|be[sş]ikta[sş]|trabzon|t[uü]rkiye|qwert[yz]?(?:uiop)?|asdf(?:gh)?(?:jkl)?|zxcvb?(?:nm)?|qazwsx(?:edc)?|1qaz|2wsx|3edc|q1w2(?:e3)?(?:r4)?(?:t5)?|1q2w(?:3e)?(?:4r)?(?:5t)?|qwe|asd|zxc|(?:19|20)\d\d/giu;

/** A single word or name with a few digits behind it: in every list of guesses, in any case. */
const WORD = /^\p{L}{1,12}\p{N}{0,4}[!.?*]?$/u;

/** A word, a repetition or a sequence counts as this many characters, however long it is. */
const LETTERS_OF_A_PATTERN = 2;

/** Estimates the time to guess, from variety and the number of unpredictable characters. A hint, not a rule. */
export function passwordStrength(password: string): PasswordStrength {
  if (password.length < MIN_PASSWORD_LENGTH) return 'short';
  if (WORD.test(password)) return 'weak';
  const pool = CHARACTER_SETS.reduce((sum, [set, size]) => sum + (set.test(password) ? size : 0), 0);
  const withoutWords = password.replace(COMMON, '\0'.repeat(LETTERS_OF_A_PATTERN));
  const useful = Math.min(unforeseenLetters(withoutWords), new Set(password).size * 2);
  const bits = useful * Math.log2(Math.max(pool, 2));
  if (bits < 42) return 'weak';
  if (bits < 60) return 'fair';
  return bits < 90 ? 'good' : 'strong';
}

/** Number of characters that do not continue the step of the two before them, as "c" does in "abc" and "1" in "111". */
function unforeseenLetters(text: string): number {
  const codes = Array.from(text.toLowerCase(), (letter) => letter.codePointAt(0) ?? 0);
  return codes.filter((code, i) => {
    const [before = NaN, first = NaN] = [codes[i - 1], codes[i - 2]];
    const step = code - before;
    return step !== before - first || Math.abs(step) > 1;
  }).length;
}
