/** The number after the newest one: its last run of digits counted up; `1` for the first version. */
export function suggestVersionNumber(newest: string | undefined): string {
  if (newest === undefined) return '1';
  const digits = /(\d+)(\D*)$/.exec(newest);
  if (!digits?.[1]) return '';
  const next = String(Number(digits[1]) + 1).padStart(digits[1].length, '0');
  return newest.slice(0, digits.index) + next + (digits[2] ?? '');
}
