/**
 * 32-bit hash (FNV-1a) of a text in its composed form. Local storage keeps it instead of names (specification 2.13): it
 * distinguishes texts without revealing them.
 */
export function numberOf(text: string): number {
  let number = 0x81_1c_9d_c5;
  for (const character of text.normalize('NFC'))
    number = Math.imul(number ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  return number >>> 0;
}
