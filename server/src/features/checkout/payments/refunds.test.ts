import { createHash } from 'node:crypto';
import type { Payment } from '@vitrin/shared/contract/payments/checkout.ts';
import type { Page } from '@vitrin/shared/contract/common.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stripeTests } from '../../../testing/checkout/checkout-tests.ts';
import type { Person } from '../../../testing/factories.ts';
import { IS_DAILY } from '../../../../../test-kit/large/extent.ts';
import {
  checkout,
  DAY,
  ENTERPRISE,
  passTime,
  PRO,
  subscriptionOf,
} from '../../../testing/checkout/stripe-app.ts';

/** These tests run whole lifecycles one after the other, and the machine may be busy. */
const MANY_LIFECYCLES_MILLISECONDS = 120_000;

const { setup, ada } = await stripeTests();

const now = () => setup.context.now().getTime();
const endOf = async (person: Person) => (await subscriptionOf(person)).current_period_end ?? '';
const creditOf = (subscriptionId: string) =>
  setup.stripe.credits.get(setup.stripe.subscriptions.get(subscriptionId)?.customer ?? '') ?? 0;

async function history(person: Person) {
  const { results } = (await person.browser.get('/api/payments/')).json<Page<Payment>>();
  return results.map(({ plan, amount, status, refunded_amount }) => [plan, amount, status, refunded_amount]);
}

/** The amounts on the receipt of the newest payment, from the price to the total. */
async function receiptLines(language: string): Promise<string[]> {
  const { results } = (await ada.browser.get('/api/payments/')).json<Page<Payment>>();
  const { body } = await ada.browser.get(`/api/payments/${results[0]?.id}/receipt/?language=${language}`);
  return Array.from(body.matchAll(/(?:<td>|<strong>)(-?\$\d+[.,]\d\d)</g), ([, amount = '']) => amount);
}

/** Pays for Professional and moves to a minute before its renewal. */
async function shortBeforeRenewal(person: Person): Promise<string> {
  const { subscriptionId } = await setup.buy(person, PRO);
  await passTime(setup, person, (Date.parse(await endOf(person)) - now()) / 1000 - 60);
  return subscriptionId;
}

/** Pays for Enterprise on Stripe's page; no event of it has arrived yet. */
async function payEnterprise(person: Person): Promise<string> {
  const { token } = await checkout(person, ENTERPRISE);
  return setup.stripe.pay(setup.sessionOf(token));
}

test(
  'a renewal collected after its subscription was replaced is refunded, in every order of events',
  async () => {
    const steps = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 10 });
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
        async (order, runs) => {
          const person = await setup.createFreelancer();
          const professional = await shortBeforeRenewal(person);
          const refundsBefore = setup.stripe.refunds.length;
          await payEnterprise(person);
          setup.advance(90);
          setup.stripe.renew(professional);
          setup.advance(5);
          const events = setup.stripe.events.splice(0);
          for (const [index, position] of order.entries()) {
            const event = events[position];
            if (event) await setup.deliver(event);
            if (runs[index]) await setup.runJobs();
          }
          await setup.runJobs();
          await setup.deliverAll();
          await setup.runJobs();
          expect(await subscriptionOf(person)).toMatchObject({
            plan: { name: 'Enterprise' },
            cancel_at_period_end: false,
          });
          expect(await history(person)).toEqual([
            ['Professional', 29, 'refunded', 29],
            ['Enterprise', 99, 'paid', 0],
            ['Professional', 29, 'paid', 0],
          ]);
          expect(setup.stripe.refunds.slice(refundsBefore).map(({ amount }) => amount)).toEqual([2900]);
          expect(creditOf(professional)).toBe(0);
          expect(setup.stripe.subscriptions.get(professional)?.status).toBe('canceled');
        },
      ),
      { numRuns: IS_DAILY ? 6 : 25 },
    );
  },
  MANY_LIFECYCLES_MILLISECONDS,
);

test('a plan renewed shortly before it is ended, with the message lost, is found as it is ended, without a credit', async () => {
  const professional = await shortBeforeRenewal(ada);
  await payEnterprise(ada);
  setup.advance(90);
  await setup.deliverAll();
  setup.stripe.renew(professional);
  setup.stripe.events.length = 0;
  setup.advance(5);
  await setup.runJobs();
  expect(creditOf(professional)).toBe(0);
  expect((await history(ada))[0]).toEqual(['Professional', 29, 'refunded', 29]);
  expect(setup.mails.map(({ subject }) => subject)).toContain('Your refund for Professional: $29.00');
});

test('a renewal with a lost message is found and refunded by the daily check', async () => {
  const professional = await shortBeforeRenewal(ada);
  await payEnterprise(ada);
  setup.advance(90);
  setup.stripe.renew(professional);
  setup.stripe.events.length = 0;
  await setup.reconcile();
  expect(setup.stripe.refunds.map(({ amount }) => amount)).toEqual([2900]);
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Enterprise' } });
});

test('an open invoice that is paid after the plan was replaced is refunded', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  await passTime(setup, ada, (Date.parse(await endOf(ada)) - now()) / 1000 + 60);
  const invoice = setup.stripe.failRenewal(subscriptionId);
  await payEnterprise(ada);
  await setup.deliverAll();
  await setup.runJobs();
  setup.advance(60);
  setup.stripe.payLate(invoice);
  await setup.deliverAll();
  await setup.runJobs();
  expect(setup.stripe.refunds.map(({ amount }) => amount)).toEqual([2900]);
});

test('an open invoice paid between the new purchase and the end of the old one, its message lost, is refunded', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  await passTime(setup, ada, (Date.parse(await endOf(ada)) - now()) / 1000 + 60);
  const invoice = setup.stripe.failRenewal(subscriptionId);
  await payEnterprise(ada);
  await setup.deliverAll();
  setup.advance(60);
  setup.stripe.payLate(invoice);
  setup.stripe.events.length = 0;
  setup.advance(1);
  await setup.runJobs();
  const [refund, ...others] = setup.stripe.refunds;
  expect(refund?.amount).toBeGreaterThan(2890);
  expect(others).toEqual([]);
});

test('a payment collected after the plan was cancelled in the grace period is refunded', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  await passTime(setup, ada, (Date.parse(await endOf(ada)) - now()) / 1000 + 60);
  const invoice = setup.stripe.failRenewal(subscriptionId);
  await setup.deliverAll();
  await ada.browser.post('/api/subscription/cancel/');
  setup.advance(2);
  setup.stripe.payLate(invoice);
  await setup.deliverAll();
  await setup.runJobs();
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Starter' } });
  expect(setup.stripe.refunds.map(({ amount }) => amount)).toEqual([2900]);
});

test('cancelled in the grace period although the renewal was just paid, it stays until the end of that period', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  await passTime(setup, ada, (Date.parse(await endOf(ada)) - now()) / 1000 + 60);
  setup.stripe.renew(subscriptionId);
  const answer = await ada.browser.post('/api/subscription/cancel/');
  expect(answer.json()).toMatchObject({
    plan: { name: 'Professional' },
    status: 'active',
    cancel_at_period_end: true,
  });
  expect(setup.stripe.subscriptions.get(subscriptionId)?.ended_at).toBeNull();
});

test('in the middle of a period the rest becomes a credit, which the next invoice uses', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  await passTime(setup, ada, 10 * DAY);
  const { subscriptionId: enterprise } = await setup.buy(ada, ENTERPRISE);
  const credit = creditOf(subscriptionId);
  expect(credit).toBeGreaterThan(1900);
  expect(credit).toBeLessThan(2000);
  expect(setup.stripe.refunds).toEqual([]);
  await passTime(setup, ada, (Date.parse(await endOf(ada)) - now()) / 1000);
  setup.stripe.renew(enterprise);
  await setup.deliverAll();
  await setup.runJobs();
  const paid = 99 - credit / 100;
  expect((await history(ada))[0]).toEqual(['Enterprise', paid, 'paid', 0]);
  expect(await receiptLines('en')).toEqual(['$99.00', `-$${credit / 100}`, `$${paid}`]);
  const inTurkish = (amount: number) => amount.toFixed(2).replace('.', ',');
  expect(await receiptLines('tr')).toEqual(['$99,00', `-$${inTurkish(credit / 100)}`, `$${inTurkish(paid)}`]);
  const mail = setup.mails.findLast(({ subject }) => subject.startsWith('Your receipt'));
  expect(mail?.text).toContain(`The price is $99.00. $${credit / 100} of it came from your credit`);
  expect(setup.mails.filter(({ text }) => text.includes('your credit'))).toHaveLength(1);
});

test('for a plan bought in two tabs by two customers a credit would not help, so the rest is refunded, once', async () => {
  const [first, second] = [await checkout(ada, PRO), await checkout(ada, ENTERPRISE)];
  setup.stripe.pay(setup.sessionOf(first.token));
  await passTime(setup, ada, 15 * DAY);
  setup.stripe.pay(setup.sessionOf(second.token));
  await setup.deliverAll();
  await setup.runJobs();
  const [refund] = setup.stripe.refunds;
  expect(refund?.amount).toBeGreaterThan(1300);
  expect(refund?.amount).toBeLessThan(1600);
  expect(await history(ada)).toEqual([
    ['Enterprise', 99, 'paid', 0],
    ['Professional', 29, 'paid', (refund?.amount ?? 0) / 100],
  ]);
  const { results } = (await ada.browser.get('/api/payments/')).json<Page<Payment>>();
  const receipt = await ada.browser.get(`/api/payments/${results[1]?.id}/receipt/`);
  expect(receipt.body).toMatch(/Paid, \$1[3-5]\.\d\d refunded/);
  const sheet = /<style>([^<]+)<\/style>/.exec(receipt.body)?.[1] ?? '';
  expect(receipt.headers['content-security-policy']).toBe(
    `default-src 'none'; style-src-elem 'sha256-${createHash('sha256').update(sheet).digest('base64')}'; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  await setup.db.updateTable('payments').set({ refunded_at: null }).execute();
  await setup.reconcile();
  expect(setup.stripe.refunds).toHaveLength(1);
});

test('a refund the gateway does not accept for days is requested every day until it does', async () => {
  const professional = await shortBeforeRenewal(ada);
  await payEnterprise(ada);
  setup.advance(90);
  setup.stripe.renew(professional);
  setup.stripe.failingCalls.add('POST /v1/refunds');
  await setup.deliverAll();
  await setup.runJobs();
  await setup.db.deleteFrom('jobs').where('kind', '=', 'refund-payment').execute();
  expect((await history(ada))[0]).toEqual(['Professional', 29, 'paid', 0]);
  setup.stripe.failingCalls.clear();
  await setup.reconcile();
  expect((await history(ada))[0]).toEqual(['Professional', 29, 'refunded', 29]);
});

test.each([
  { from: PRO, to: ENTERPRISE, what: 'in part' },
  { from: ENTERPRISE, to: PRO, what: 'altogether' },
])('a credit used up by a plan bought twice, $what, is restored once', async ({ from, to }) => {
  await setup.buy(ada, from);
  await passTime(setup, ada, 10 * DAY);
  const [first, second] = [await checkout(ada, to), await checkout(ada, to)];
  const kept = setup.stripe.pay(setup.sessionOf(first.token));
  await setup.deliverAll();
  await setup.runJobs();
  const credit = creditOf(kept);
  expect(credit).toBeGreaterThan(0);

  setup.advance(60);
  const paidNow = Math.max(0, Math.round(second.amount * 100) - credit);
  setup.stripe.pay(setup.sessionOf(second.token));
  expect(creditOf(kept)).toBeLessThan(credit);
  await setup.deliverAll();
  await setup.runJobs();
  expect(creditOf(kept)).toBe(credit);
  expect(setup.stripe.refunds.map(({ amount }) => amount)).toEqual(paidNow > 0 ? [paidNow] : []);

  // The answer got lost: the job runs again, after Stripe has forgotten its idempotency key.
  setup.stripe.forgetKeys();
  const payments = await setup.db.selectFrom('payments').select('id').where('user_id', '=', ada.id).execute();
  for (const { id } of payments)
    await setup.db
      .insertInto('jobs')
      .values({
        kind: 'restore-credit',
        payload: JSON.stringify({ payment_id: id }),
        run_at: setup.context.now().toISOString(),
        created_at: setup.context.now().toISOString(),
      })
      .execute();
  await setup.runJobs();
  expect(creditOf(kept)).toBe(credit);
});
