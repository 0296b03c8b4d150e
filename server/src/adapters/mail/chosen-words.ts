/** U+2060: shown as nothing, and part of no address. */
const JOINER = '\u2060';

/** These marks change the direction of the text after them. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Matches places inside a web or mail address, and the beginning of an encoded word (RFC 2047). */
const INSIDE_ADDRESS =
  /[.。．｡](?=\p{L}|\p{N}+[.。．｡])|\S(?=[@＠])|[@＠](?=\S)|(?<=\p{L})[:：](?=\S)|\/(?=\/)|=(?=\?)|local(?=host)/giu;

/** Matches a number as long as that of a telephone, and no part of a word. */
const NUMBER = /(?<![\p{L}\p{N}_-])\+?\d[\d ().\-/]{5,}\d/gu;

/** Returns a name that looks the same, but holds no link, no encoded word and no change of direction for mail programs. */
export function withoutLinks(word: string): string {
  return word
    .replaceAll(TURNS, '')
    .replaceAll(INSIDE_ADDRESS, `$&${JOINER}`)
    .replaceAll(NUMBER, (number) => number.replaceAll(/\d(?!$)/g, `$&${JOINER}`));
}
