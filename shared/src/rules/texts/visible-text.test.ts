import { expect, test } from 'vitest';
import { hasFiller, hasVisibleCharacter } from './visible-text.ts';

test.each([
  ['nothing', ''],
  ['spaces', ' \u00a0\u2003\u3000'],
  ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['control characters', '\u0000\u0007\u0085'],
  ['marks of direction', '\u200e\u200f\u202e\u2066'],
  ['the Hangul fillers', '\u115f\u1160\u3164\uffa0'],
  ['the empty Braille cell', '\u2800\u2800'],
  ['marks without a letter', '\u0301\u0316\u034f'],
  ['variation selectors', '\ufe0f\u{e0100}'],
  ['tags', '\u{e0061}\u{e007f}'],
  ['the note without a head', '\u{1d159}'],
  ['a Mongolian vowel separator', '\u180e'],
  ['lone halves of a pair', '\ud800'],
  ['line separators', '\u2028\u2029'],
  ['what Unicode leaves to fonts', '\ue000\u{f0000}'],
])('%s are invisible', (_what, text) => {
  expect(hasVisibleCharacter(text)).toBe(false);
});

test.each(['a', '.', '1', ' x ', '\u200bş', 'e\u0301', '👩‍🚀', '❤️', '日本', 'कि', '\u202eabc', '-', '⠁', '©'])(
  '%j is seen',
  (text) => {
    expect(hasVisibleCharacter(text)).toBe(true);
  },
);

test('a filler is found anywhere, a mark is none', () => {
  expect(hasFiller('ada\u3164')).toBe(true);
  expect(hasFiller('a\ufe0fda')).toBe(true);
  expect(hasFiller('çag\u0306la e\u0301')).toBe(false);
});
