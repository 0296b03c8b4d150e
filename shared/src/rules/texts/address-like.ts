/** Letters or digits, a dot, and two letters behind it, as a domain is written; or four numbers with dots between. */
const DOMAIN = /[\p{L}\p{N}]\.\p{L}{2}/u;
const NUMBERED = /\p{N}\.\p{N}{1,3}\.\p{N}{1,3}\.\p{N}/u;
const MAIL = /[\p{L}\p{N}]@[\p{L}\p{N}]/u;

/**
 * True if a reader, or a program that turns addresses into links, could take a part of the text for a web or
 * mail address. A full stop without a space after it counts too.
 */
export function looksLikeAddress(text: string): boolean {
  // Widths and ideographic full stops that browsers read as dots.
  const plain = text
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return plain.includes('://') || MAIL.test(plain) || DOMAIN.test(plain) || NUMBERED.test(plain);
}
