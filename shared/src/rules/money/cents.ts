/** Whole units of a currency, as the API shows amounts. Only for output: everything is computed in cents. */
export function amountOf(cents: number): number {
  return cents / 100;
}

/** Cents as exact decimal text in units, for example `29.00`, which formatters take without rounding. */
export function decimalOf(cents: number): `${number}` {
  const units = Math.trunc(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}${units}.${rest}` as `${number}`;
}
