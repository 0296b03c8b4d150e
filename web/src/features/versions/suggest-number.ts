/**
 * Suggests the number after the newest one, `1` for the first version: the last digits of its first word plus one, or
 * where that has none ("Round 3") the last digits of all. Words after the number are dropped.
 */
export function suggestVersionNumber(newest: string | undefined): string {
  if (newest === undefined) return '1';
  const [first = ''] = newest.split(/\s/, 1);
  const digits = Array.from((/\d/.test(first) ? first : newest).matchAll(/\d+/g)).at(-1);
  if (!digits) return '';
  const next = String(Number(digits[0]) + 1).padStart(digits[0].length, '0');
  return newest.slice(0, digits.index) + next;
}
