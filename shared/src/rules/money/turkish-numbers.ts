/** Turkish identity number (T.C. kimlik no): 11 digits, the last two of which are check digits. */
export function isTurkishIdentityNumber(text: string): boolean {
  if (!/^[1-9]\d{10}$/.test(text)) return false;
  const digits = Array.from(text, Number);
  const sum = (indexes: readonly number[]) =>
    indexes.reduce((total, index) => total + (digits[index] ?? 0), 0);
  const tenth = (((sum([0, 2, 4, 6, 8]) * 7 - sum([1, 3, 5, 7])) % 10) + 10) % 10;
  return tenth === digits[9] && sum([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) % 10 === digits[10];
}

/** Turkish tax number (vergi kimlik no): 10 digits, the last of which is a check digit. */
export function isTurkishTaxNumber(text: string): boolean {
  if (!/^\d{10}$/.test(text)) return false;
  const digits = Array.from(text, Number);
  const sum = digits.slice(0, 9).reduce((total, digit, index) => total + weighted(digit, 9 - index), 0);
  return (10 - (sum % 10)) % 10 === digits[9];
}

function weighted(digit: number, power: number): number {
  const shifted = (digit + power) % 10;
  if (shifted === 0) return 0;
  const share = (shifted * 2 ** power) % 9;
  return share === 0 ? 9 : share;
}

/** Number of a passport or another document, which has a letter. */
const DOCUMENT_NUMBER = /^(?=.*[A-Z])[A-Z0-9]{5,20}$/i;

/** True for a number that Turkish payment providers accept as identity number. */
export function isIdentityNumber(text: string): boolean {
  return isTurkishIdentityNumber(text) || DOCUMENT_NUMBER.test(text);
}
