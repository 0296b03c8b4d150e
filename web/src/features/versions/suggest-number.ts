/** Suggests the next version number, `1` at first: the last digits of the first word plus one, else of the text. */
export function suggestVersionNumber(newest: string | undefined): string {
  if (newest === undefined) return '1';
  const [first = ''] = newest.split(/\s/, 1);
  const digits = Array.from((/\d/.test(first) ? first : newest).matchAll(/\d+/g)).at(-1);
  if (!digits) return '';
  const next = String(Number(digits[0]) + 1).padStart(digits[0].length, '0');
  return newest.slice(0, digits.index) + next;
}
