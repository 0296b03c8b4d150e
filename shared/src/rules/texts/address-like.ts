/** Domain (a dot before two letters), or four numbers with dots between. */
const DOMAIN = /[\p{L}\p{N}]\.\p{L}{2}/u;
const NUMBERED = /\p{N}\.\p{N}{1,3}\.\p{N}{1,3}\.\p{N}/u;
const MAIL = /[\p{L}\p{N}]@[\p{L}\p{N}]/u;

/** True if readers or programs could take part of a text for an address; a full stop without a space counts too. */
export function looksLikeAddress(text: string): boolean {
  // Widths and ideographic full stops that browsers read as dots.
  const plain = text
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return plain.includes('://') || MAIL.test(plain) || DOMAIN.test(plain) || NUMBERED.test(plain);
}
