import { expect, test } from 'vitest';
import { splitVat } from './vat.ts';

test.each([
  [89_900, 20, 74_917, 14_983],
  [2900, 20, 2417, 483],
  [299_900, 20, 249_917, 49_983],
  [101, 100, 51, 50],
  [1, 20, 1, 0],
  [100, 0, 100, 0],
])('%i cents with %i %% of VAT are %i and %i', (gross, percent, net, vat) => {
  expect(splitVat(gross, percent)).toEqual({ net, vat });
});

test('a million sums are exact, by integers without a limit', () => {
  const differences: number[] = [];
  let random = 43n;
  for (let round = 0; round < 1_000_000; round += 1) {
    random = (random * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    const gross = (random >> 20n) % 10_000_000_000_000n;
    const percent = (random >> 11n) % 101n;
    // Rounded half up: the floor, and one more where the rest is at least half of the divisor.
    const whole = 100n + percent;
    const exact = (gross * 100n) / whole + (((gross * 100n) % whole) * 2n >= whole ? 1n : 0n);
    const { net, vat } = splitVat(Number(gross), Number(percent));
    if (BigInt(net) !== exact || BigInt(vat) !== gross - exact) differences.push(round);
  }
  expect(differences).toEqual([]);
});
