/** Control characters, spaces, marks that need a letter, fillers, the empty Braille cell and the note without a head. */
const UNSEEN = String.raw`\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}`;

// oxlint-disable-next-line vitrin/linear-pattern -- one character of a class
const SEEN_CHARACTER = new RegExp(`[^${UNSEEN}]`, 'u');
const FILLER = /\p{Default_Ignorable_Code_Point}/u;

/** Whether a reader sees anything of the text: a name without it cannot be told from another, or clicked on. */
export function hasVisibleCharacter(text: string): boolean {
  return SEEN_CHARACTER.test(text);
}

/** Whether some character is never visible, so that two different texts look alike. */
export function hasFiller(text: string): boolean {
  return FILLER.test(text);
}
