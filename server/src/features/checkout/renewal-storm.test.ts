import { onTestFinished, expect, test } from 'vitest';
import { type Driver, iyzicoDriver, sandboxDriver, stripeDriver } from '../../testing/checkout/drivers.ts';
import { renewalStorm } from '../../testing/checkout/renewal-storm.ts';

/** Renewals of each gateway; `npm test` asks for fewer, `npm run test:renewals` for more. */
const RENEWALS = Number(process.env['VITRIN_TEST_RENEWALS'] ?? 120);

test.each([
  ['the test gateway', sandboxDriver],
  ['Stripe', stripeDriver],
  ['iyzico', iyzicoDriver],
] as [string, () => Promise<Driver>][])(
  'every purchase at %s is charged once a month and never after its end, whatever becomes of the notices',
  async (name, create) => {
    const gateway = await create();
    onTestFinished(() => gateway.setup.close());
    const { renewals, cancelled, wrong } = await renewalStorm(gateway, RENEWALS);
    if (process.env['VITRIN_TEST_RENEWALS'])
      console.log(`${name}: ${renewals} renewals, ${cancelled} cancelled, ${wrong.length} wrong`);
    expect(wrong).toEqual([]);
    expect(cancelled).toBeGreaterThan(0);
    expect(renewals).toBeGreaterThan(RENEWALS * 0.6);
  },
  Math.max(600_000, RENEWALS * 1000),
);
