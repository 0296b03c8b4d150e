type VatParts = { net: number; vat: number };

/** Splits a price in cents that includes VAT; rounds the net part half up. Exact up to 10^13 cents. */
export function splitVat(grossCents: number, percent: number): VatParts {
  const whole = 100 + percent;
  const net = Math.floor((200 * grossCents + whole) / (2 * whole));
  return { net, vat: grossCents - net };
}
