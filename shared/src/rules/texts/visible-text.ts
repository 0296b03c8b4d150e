/**
 * Control characters, spaces, marks that need a letter, fillers, the empty Braille cell and the note without a head.
 */
const UNSEEN = String.raw`\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}`;

// oxlint-disable-next-line vitrin/linear-pattern -- one character of a class
const SEEN_CHARACTER = new RegExp(`[^${UNSEEN}]`, 'u');
const FILLER = /\p{Default_Ignorable_Code_Point}/u;

/** True if the text has a visible character: a name without one cannot be recognised or clicked. */
export function hasVisibleCharacter(text: string): boolean {
  return SEEN_CHARACTER.test(text);
}

/** True if the text has an invisible character, by which two different texts look alike. */
export function hasFiller(text: string): boolean {
  return FILLER.test(text);
}
