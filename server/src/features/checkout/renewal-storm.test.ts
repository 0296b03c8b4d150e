import { monthsAfter } from '@vitrin/shared/rules/money/billing-periods.ts';
import { expect, onTestFinished, test } from 'vitest';
import { type Driver, iyzicoDriver, stripeDriver } from '../../testing/checkout/drivers.ts';
import { DAY, passTime, PRO } from '../../testing/checkout/stripe-app.ts';

/** Renewals of each gateway; a release asks for 5,000 (10,000 in all). */
const RENEWALS = Number(process.env['VITRIN_TEST_RENEWALS'] ?? 120);
const MONTHS = 6;
const PAYERS = Math.ceil(RENEWALS / MONTHS);
const CLOCKS_SECONDS = [-35 * DAY, 0, 0, 35 * DAY];

test.each([
  ['Stripe', stripeDriver],
  ['iyzico', iyzicoDriver],
] as [string, () => Promise<Driver>][])(
  'every purchase at %s is charged once a month and never after its end, whatever becomes of the notices',
  async (_name, create) => {
    const gateway = await create();
    const { setup } = gateway;
    onTestFinished(() => setup.close());
    // The gateway's clock is right, whatever ours says.
    let error = 0;
    gateway.setClock(() => new Date(setup.context.now().getTime() - error * 1000));
    const random = randomOf(43);

    const payers = [];
    for (let count = 0; count < PAYERS; count++) {
      const person = await setup.createFreelancer();
      const token = await gateway.open(person, PRO);
      await gateway.pay(person, token);
      payers.push({ person, token, charges: 1, isCancelled: false });
    }
    await gateway.report();
    const bought = setup.context.now().toISOString();
    const disturbed = disturber(random);

    for (let month = 1; month <= MONTHS; month++) {
      for (const payer of payers.filter(({ isCancelled }) => !isCancelled && random() < 0.1)) {
        await passTime(setup, payer.person, 0);
        payer.isCancelled = (await payer.person.browser.post('/api/subscription/cancel/')).statusCode === 200;
      }
      setup.advance((Date.parse(monthsAfter(bought, month)) - setup.context.now().getTime()) / 1000 + 60);
      for (const payer of payers) if (await gateway.renew(payer.token)) payer.charges += 1;
      error = CLOCKS_SECONDS[Math.floor(random() * CLOCKS_SECONDS.length)] ?? 0;
      setup.advance(error);
      await gateway.report(disturbed);
      await gateway.reconcile();
      setup.advance(-error);
      error = 0;
      await gateway.reconcile();
    }

    for (const { token, charges, isCancelled } of payers) {
      const payments = await setup.db
        .selectFrom('payments')
        .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
        .select([
          'payments.period_start',
          'payments.amount_cents',
          'payments.refund_cents',
          'purchases.amount_cents as price',
        ])
        .where('purchases.token', '=', token)
        .orderBy('payments.period_start')
        .execute();
      const months = Array.from({ length: charges }, (_, month) => inSeconds(monthsAfter(bought, month)));
      expect(payments.map(({ period_start }) => inSeconds(period_start))).toEqual(months);
      expect(payments.filter(({ amount_cents, price }) => amount_cents !== price)).toEqual([]);
      expect(payments.filter(({ refund_cents }) => refund_cents > 0)).toEqual([]);
      expect(isCancelled || charges === MONTHS + 1).toBe(true);
    }
    expect(payers.filter(({ isCancelled }) => isCancelled).length).toBeGreaterThan(0);
  },
  Math.max(600_000, RENEWALS * 500),
);

/** Some messages lost, some repeated, some late by a month, all in another order. */
function disturber(random: () => number): <T>(messages: T[]) => T[] {
  let late: unknown[] = [];
  return <T>(messages: T[]) => {
    const before = late as T[];
    late = messages.filter(() => random() < 0.15);
    return [...before, ...messages.filter((message) => !late.includes(message))]
      .flatMap((message) => {
        const chance = random();
        if (chance < 0.3) return [];
        return chance < 0.6 ? [message, message, message] : [message];
      })
      .map((message) => ({ message, place: random() }))
      .toSorted((one, other) => one.place - other.place)
      .map(({ message }) => message);
  };
}

/** Stripe's times are whole seconds. */
function inSeconds(moment: string): number {
  return Math.floor(Date.parse(moment) / 1000);
}

/** A small generator of numbers from 0 to below 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
