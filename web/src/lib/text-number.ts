/**
 * A number of 32 bits that texts of the same characters share (FNV-1a), in their composed form. Local storage keeps it
 * in the place of names (specification 2.13): it tells texts apart, and leads to none.
 */
export function numberOf(text: string): number {
  let number = 0x81_1c_9d_c5;
  for (const character of text.normalize('NFC'))
    number = Math.imul(number ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  return number >>> 0;
}
