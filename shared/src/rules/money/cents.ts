/** Whole units of a currency for output in the API; everything is computed in cents. */
export function amountOf(cents: number): number {
  return cents / 100;
}

/** Cents as exact decimal text in units, for example `29.00`, which formatters take without rounding. */
export function decimalOf(cents: number): `${number}` {
  const units = Math.trunc(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}${units}.${rest}` as `${number}`;
}

/** Cents of a decimal amount such as `899`, `899.9` or `899.90`; null for parts of a cent and anything else. */
export function centsOf(amount: string | number): number | null {
  const [, units, decimals = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(String(amount)) ?? [];
  if (units === undefined || !/^\d{0,2}0*$/.test(decimals)) return null;
  return Number(units) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
}
