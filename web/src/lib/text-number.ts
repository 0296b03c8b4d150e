/** FNV-1a hash of a composed text, which local storage keeps instead of names (specification 2.13). */
export function numberOf(text: string): number {
  let number = 0x81_1c_9d_c5;
  for (const character of text.normalize('NFC'))
    number = Math.imul(number ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  return number >>> 0;
}
