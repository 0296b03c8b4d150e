import { monthsAfter } from '@vitrin/shared/rules/money/billing-periods.ts';
import type { Person } from '../factories.ts';
import type { Driver } from './drivers.ts';
import { DAY, passTime, PRO } from './stripe-app.ts';

const MONTHS = 6;
const CLOCKS_SECONDS = [-35 * DAY, 0, 0, 35 * DAY];
const CANCELLED_A_MONTH = 0.1;
/** Renewals to expect of a buyer, who may cancel before each. */
const RENEWALS_OF_ONE = 4;

type Payer = { person: Person; token: string; charges: number; isCancelled: boolean };

/** Result of a storm: renewals that were charged, plans that were cancelled, and each wrong charge. */
type RenewalStorm = { renewals: number; cancelled: number; wrong: string[] };

/**
 * Lets about `renewals` months pass for many buyers of a gateway, some of whom cancel. Its notices are lost,
 * late by a month, repeated and reordered, and our clock is five weeks off in every second month, while the
 * gateway's is right. A purchase is charged wrongly unless it has exactly one payment for each month, at its
 * price, none refunded and none after its end.
 */
export async function renewalStorm(gateway: Driver, renewals: number): Promise<RenewalStorm> {
  const { setup } = gateway;
  const random = randomOf(43);
  const disturbed = disturber(random);
  let error = 0;
  gateway.setClock(() => new Date(setup.context.now().getTime() - error * 1000));
  const payers: Payer[] = [];
  for (let count = 0; count < Math.ceil(renewals / RENEWALS_OF_ONE); count++) {
    const person = await setup.createFreelancer();
    const token = await gateway.open(person, PRO);
    await gateway.pay(person, token);
    payers.push({ person, token, charges: 1, isCancelled: false });
  }
  await gateway.report();
  const bought = setup.context.now().toISOString();

  for (let month = 1; month <= MONTHS; month++) {
    for (const payer of payers.filter(({ isCancelled }) => !isCancelled && random() < CANCELLED_A_MONTH)) {
      await passTime(setup, payer.person, 0);
      payer.isCancelled = (await payer.person.browser.post('/api/subscription/cancel/')).statusCode === 200;
    }
    setup.advance((Date.parse(monthsAfter(bought, month)) - setup.context.now().getTime()) / 1000 + 60);
    if (gateway.clock === 'its own')
      for (const payer of payers) if (await gateway.renew(payer.token)) payer.charges += 1;
    error = CLOCKS_SECONDS[Math.floor(random() * CLOCKS_SECONDS.length)] ?? 0;
    setup.advance(error);
    await gateway.report(disturbed);
    await gateway.reconcile();
    setup.advance(-error);
    error = 0;
    await gateway.reconcile();
    if (gateway.clock === 'ours')
      for (const payer of payers.filter(({ isCancelled }) => !isCancelled))
        payer.charges = (await paymentsOf(gateway, payer.token)).length;
  }

  const wrong: string[] = [];
  for (const payer of payers) {
    const payments = await paymentsOf(gateway, payer.token);
    const months = Array.from({ length: payer.charges }, (_, month) => inSeconds(monthsAfter(bought, month)));
    const charged = payments.map(({ period_start }) => inSeconds(period_start));
    const isWrong =
      JSON.stringify(charged) !== JSON.stringify(months) ||
      payments.some(({ amount_cents, price, refund_cents }) => amount_cents !== price || refund_cents > 0) ||
      (!payer.isCancelled && !chargesOfWholeTime(gateway).includes(payer.charges));
    if (isWrong) wrong.push(JSON.stringify({ ...payer, person: payer.person.id, payments }));
  }
  return {
    renewals: payers.reduce((sum, { charges }) => sum + charges - 1, 0),
    cancelled: payers.filter(({ isCancelled }) => isCancelled).length,
    wrong,
  };
}

/** The test gateway uses our clock: while that is ahead, it charges the next month early, and then only once. */
function chargesOfWholeTime({ clock }: Driver): number[] {
  return clock === 'ours' ? [MONTHS + 1, MONTHS + 2] : [MONTHS + 1];
}

function paymentsOf({ setup: { db } }: Driver, token: string) {
  return db
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
}

/** Loses, repeats, delays by a month and reorders messages. */
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

/** A small generator of numbers from 0 to below 1, reproducible by its seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
