/** U+2060: shown as nothing, and part of no address. */
const JOINER = '\u2060';

/** Marks that change the direction of the text after them. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Places within an address of the web or of mail: a dot before a letter, or before a number and another dot; both sides
 * of an at sign; the colon behind a scheme; two slashes; the only host without a dot; and the beginning of an encoded word (RFC 2047).
 */
const INSIDE_ADDRESS =
  /[.。．｡](?=\p{L}|\p{N}+[.。．｡])|\S(?=[@＠])|[@＠](?=\S)|(?<=\p{L})[:：](?=\S)|\/(?=\/)|=(?=\?)|local(?=host)/giu;

/** A number as long as that of a telephone, and no part of a word. */
const NUMBER = /(?<![\p{L}\p{N}_-])\+?\d[\d ().\-/]{5,}\d/gu;

/**
 * Returns a word that a user chose, such as a name, as a mail shows it: no mail program makes a link of it, or takes it for an
 * encoded word of a header, and nothing in it turns the direction of what follows. A reader sees the same letters.
 */
export function withoutLinks(word: string): string {
  return word
    .replaceAll(TURNS, '')
    .replaceAll(INSIDE_ADDRESS, `$&${JOINER}`)
    .replaceAll(NUMBER, (number) => number.replaceAll(/\d(?!$)/g, `$&${JOINER}`));
}
