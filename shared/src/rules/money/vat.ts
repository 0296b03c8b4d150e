/** Parts of a price in whole cents; together they are the price. */
type VatParts = { net: number; vat: number };

/**
 * Splits a price that includes VAT. The net part is rounded half up to whole cents, the VAT is the rest. Exact for amounts
 * up to 10^13 cents, since 200 times the amount stays a safe integer.
 */
export function splitVat(grossCents: number, percent: number): VatParts {
  const whole = 100 + percent;
  const net = Math.floor((200 * grossCents + whole) / (2 * whole));
  return { net, vat: grossCents - net };
}
