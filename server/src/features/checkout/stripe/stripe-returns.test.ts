import type { Payment } from '@vitrin/shared/contract/payments/checkout.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stripeTests } from '../../../testing/checkout/checkout-tests.ts';
import { paymentsOf } from '../../../testing/checkout/sandbox.ts';
import type { Person } from '../../../testing/factories.ts';
import { DAY, passTime, PRO, subscriptionOf } from '../../../testing/checkout/stripe-app.ts';

/** These tests run whole lifecycles one after the other, and the machine may be busy. */
const MANY_LIFECYCLES_MILLISECONDS = 120_000;

const { setup, ada } = await stripeTests();

/** Buys and pays a plan; resolves to its invoice, by which Stripe names the payment. */
async function paid(person: Person = ada): Promise<string> {
  const { subscriptionId } = await setup.buy(person, PRO);
  return setup.stripe.subscriptions.get(subscriptionId)?.invoices[0] ?? '';
}

const shownOf = async (person: Person = ada) =>
  (await paymentsOf(person)).map(({ amount, status, refunded_amount, dispute, disputed_amount }) => ({
    amount,
    status,
    refunded_amount,
    dispute,
    disputed_amount,
  }));

const SHOWN = { amount: 29, status: 'paid', refunded_amount: 0, dispute: null, disputed_amount: 0 };

async function arrive(): Promise<void> {
  await setup.deliverAll();
  await setup.runJobs();
}

async function receipt(payment: Payment | undefined, language: string): Promise<string> {
  const { body } = await ada.browser.get(`/api/payments/${payment?.id}/receipt/?language=${language}`);
  return body;
}

test("refunds made in Stripe's dashboard appear on the payments page, partial and full ones", async () => {
  const invoice = await paid();
  const before = await subscriptionOf(ada);
  setup.stripe.refundInDashboard(invoice, 1001);
  await arrive();
  expect(await shownOf()).toEqual([{ ...SHOWN, refunded_amount: 10.01 }]);
  expect(await receipt((await paymentsOf(ada))[0], 'en')).toContain('Paid, $10.01 refunded');
  setup.stripe.refundInDashboard(invoice, 1899);
  await arrive();
  expect(await shownOf()).toEqual([{ ...SHOWN, status: 'refunded', refunded_amount: 29 }]);
  // Nothing changes by itself: the owner decides about the plan.
  expect(await subscriptionOf(ada)).toEqual(before);
  expect(setup.mails.map(({ subject }) => subject)).toEqual(['Your receipt for Professional: $29.00']);
});

test('a refund that the bank returns is removed again', async () => {
  const invoice = await paid();
  const refund = setup.stripe.refundInDashboard(invoice, 2900);
  await arrive();
  setup.advance(60);
  setup.stripe.failRefund(refund);
  await arrive();
  expect(await shownOf()).toEqual([SHOWN]);
});

test.each([
  ['won', 'Closed, the payment stands', 'Kapandı, ödeme geçerli'],
  ['lost', '$29.00 returned by the bank', '$29,00 banka tarafından iade edildi'],
] as const)('a dispute is shown as it is opened, and as it is %s', async (outcome, english, turkish) => {
  const invoice = await paid();
  const before = await subscriptionOf(ada);
  const dispute = setup.stripe.openDispute(invoice, 2900);
  await arrive();
  expect(await shownOf()).toEqual([{ ...SHOWN, dispute: 'open', disputed_amount: 29 }]);
  const [payment] = await paymentsOf(ada);
  expect(await receipt(payment, 'en')).toContain('$29.00 disputed at the bank, not decided yet');
  setup.advance(60);
  setup.stripe.decideDispute(dispute, outcome);
  await arrive();
  expect(await shownOf()).toEqual([{ ...SHOWN, dispute: outcome, disputed_amount: 29 }]);
  expect(await receipt(payment, 'en')).toContain(english);
  expect(await receipt(payment, 'tr')).toContain(turkish);
  expect(await subscriptionOf(ada)).toEqual(before);
});

test('an inquiry of the bank, which moves no money, is not shown', async () => {
  setup.stripe.openDispute(await paid(), 2900, 'warning_needs_response');
  await arrive();
  expect(await shownOf()).toEqual([SHOWN]);
});

test('refunds and disputes with lost messages are found by the daily check', async () => {
  const [own, other] = [await paid(), await setup.createFreelancer()];
  const disputed = await paid(other);
  setup.stripe.refundInDashboard(own, 500);
  const dispute = setup.stripe.openDispute(disputed, 2900);
  setup.stripe.events.length = 0;
  await setup.reconcile();
  expect(await shownOf()).toEqual([{ ...SHOWN, refunded_amount: 5 }]);
  expect(await shownOf(other)).toEqual([{ ...SHOWN, dispute: 'open', disputed_amount: 29 }]);
  // Older than the period that is listed: an open dispute is requested as long as it is open.
  setup.advance(90);
  setup.stripe.decideDispute(dispute, 'lost');
  const kept = setup.stripe.disputes[0];
  if (kept) kept.created -= 200 * DAY;
  setup.stripe.events.length = 0;
  await setup.reconcile();
  expect(await shownOf(other)).toEqual([{ ...SHOWN, dispute: 'lost', disputed_amount: 29 }]);
});

test(
  'messages in any order, some twice, end in the state at Stripe',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.integer({ min: 0, max: 1_000_000 })), async (randomness) => {
        const person = await setup.createFreelancer();
        const invoice = await paid(person);
        const returned = setup.stripe.refundInDashboard(invoice, 700);
        setup.stripe.refundInDashboard(invoice, 300);
        setup.stripe.failRefund(returned);
        setup.stripe.decideDispute(setup.stripe.openDispute(invoice, 1900), 'lost');
        const events = setup.stripe.events.splice(0);
        for (const { event, key } of [...events, ...events.slice(0, 3)]
          .map((one) => ({ event: one, key: randomness.next().value }))
          .toSorted((a, b) => a.key - b.key)) {
          expect(await setup.deliver(event)).toBe(200);
          if (key % 3 === 0) await setup.runJobs();
        }
        await setup.runJobs();
        expect(await shownOf(person)).toEqual([
          { ...SHOWN, refunded_amount: 3, dispute: 'lost', disputed_amount: 19 },
        ]);
      }),
      { numRuns: 5 },
    );
  },
  MANY_LIFECYCLES_MILLISECONDS,
);

test('a message about money proves nothing: a forged, a false and a foreign one change nothing', async () => {
  const invoice = await paid();
  const created = Math.floor(setup.context.now().getTime() / 1000);
  const claim = (payment_intent: string | null) => ({
    id: `evt_of_${payment_intent}`,
    type: 'charge.refunded' as const,
    created,
    data: { object: { id: 'ch_1', object: 'charge', payment_intent, amount_refunded: 2900, refunded: true } },
  });
  const forged = setup.stripe.sign(claim(`pi_${invoice}`), { secret: 'whsec_of_somebody_else' });
  expect(await setup.deliver(undefined, forged)).toBe(400);
  for (const intent of [`pi_${invoice}`, 'pi_of_another_shop', `pi_${'x'.repeat(64_000)}`, null])
    expect(await setup.deliver(claim(intent))).toBe(200);
  await setup.runJobs();
  expect(await shownOf()).toEqual([SHOWN]);
});

test('a late answer replaces no newer one', async () => {
  const invoice = await paid();
  setup.stripe.refundInDashboard(invoice, 500);
  await arrive();
  setup.advance(-3600);
  setup.stripe.refunds.length = 0;
  await setup.reconcile();
  expect(await shownOf()).toEqual([{ ...SHOWN, refunded_amount: 5 }]);
});

test('Stripe is asked again after an outage', async () => {
  const invoice = await paid();
  setup.stripe.refundInDashboard(invoice, 500);
  setup.stripe.isDown = true;
  await arrive();
  expect(await shownOf()).toEqual([SHOWN]);
  setup.stripe.isDown = false;
  setup.advance(3600);
  await setup.runJobs();
  expect(await shownOf()).toEqual([{ ...SHOWN, refunded_amount: 5 }]);
});

/** A second payment for the same plan, which bought nothing and is refunded by a job. */
async function payTwice(): Promise<string> {
  const tokens = [];
  for (const _ of [1, 2]) {
    const { json } = await ada.browser.post('/api/checkout/checkout/', { subscription_plan: PRO });
    tokens.push(json<{ token: string }>().token);
  }
  const ids = tokens.map((token) => setup.stripe.pay(setup.sessionOf(token)));
  return setup.stripe.subscriptions.get(ids[1] ?? '')?.invoices[0] ?? '';
}

test('a refund made in the dashboard is not repeated', async () => {
  const invoice = await payTwice();
  setup.stripe.refundInDashboard(invoice, 1000);
  await arrive();
  await arrive();
  expect(setup.stripe.refunds.map(({ amount }) => amount)).toEqual([1000, 1900]);
  expect(await shownOf()).toContainEqual({ ...SHOWN, status: 'refunded', refunded_amount: 29 });
});

test.each([
  ['won', [2900]],
  ['lost', []],
] as const)('a refund that is due waits for a dispute, which is %s', async (outcome, refunds) => {
  const dispute = setup.stripe.openDispute(await payTwice(), 2900);
  await arrive();
  await passTime(setup, ada, DAY);
  await setup.reconcile();
  expect(setup.stripe.refunds).toEqual([]);
  setup.advance(60);
  setup.stripe.decideDispute(dispute, outcome);
  await arrive();
  await setup.reconcile();
  expect(setup.stripe.refunds.map(({ amount }) => amount)).toEqual([...refunds]);
});
