import { monthsAfter } from '@vitrin/shared/rules/money/billing-periods.ts';
import { expect, test } from 'vitest';
import { stripeTests } from '../../../testing/checkout/checkout-tests.ts';
import {
  checkout,
  DAY,
  ENTERPRISE,
  passTime,
  PRO,
  subscriptionOf,
  verify,
} from '../../../testing/checkout/stripe-app.ts';
import { settlePurchase } from '../events/settle.ts';

const { setup, ada } = await stripeTests();

const now = () => setup.context.now().toISOString();
const monthFromNow = () => monthsAfter(now(), 1);

/** Pays a plan in two tabs, a minute apart; `twice` is the second subscription. */
async function payTwice() {
  const [first, second] = [await checkout(ada, PRO), await checkout(ada, PRO)];
  setup.stripe.pay(setup.sessionOf(first.token));
  setup.advance(60);
  const twice = setup.stripe.pay(setup.sessionOf(second.token));
  return { first, second, twice };
}

test('paying twice in two tabs: the second is cancelled and refunded, and both tabs see the first', async () => {
  const { first, second, twice } = await payTwice();
  await setup.deliverAll((events) => events.toReversed());
  const answers = [await verify(ada, first.token), await verify(ada, second.token)];
  expect(answers[1]).toEqual(answers[0]);
  await setup.runJobs();
  const calls = setup.stripe.changes.map(({ call }) => call).filter((call) => !call.includes('sessions'));
  expect(calls).toEqual([`DELETE /v1/subscriptions/${twice}`, 'POST /v1/refunds']);
  await setup.deliverAll();
  await setup.runJobs();
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Professional' }, status: 'active' });
  const { results } = (await ada.browser.get('/api/payments/')).json<{ results: { status: string }[] }>();
  expect(results.map(({ status }) => status).toSorted()).toEqual(['paid', 'refunded']);
  expect(setup.mails.map(({ subject }) => subject)).toContain('Your refund for Professional: $29.00');
  expect(await verify(ada, second.token)).toEqual(answers[0]);
});

/** Pays in three tabs: a plan, the same plan, which is a duplicate, and another, which replaces the first. */
async function payThrice() {
  const [first, twice, other] = [
    await checkout(ada, PRO),
    await checkout(ada, PRO),
    await checkout(ada, ENTERPRISE),
  ];
  for (const { token } of [first, twice, other]) {
    setup.stripe.pay(setup.sessionOf(token));
    setup.advance(60);
  }
  await setup.deliverAll();
  return { first, twice, other };
}

test('each payment in three tabs that bought a plan is shown as its own', async () => {
  const { first, twice, other } = await payThrice();
  const shown = async (token: string) => (await verify(ada, token)).transaction_id;
  const [ofFirst, ofOther] = [await shown(first.token), await shown(other.token)];
  expect(ofFirst).not.toBe(ofOther);
  expect(await shown(twice.token)).toBe(ofOther);
});

test('a purchase that was replaced and a duplicate of it are settled alike in either order', async () => {
  const { first, twice, other } = await payThrice();
  const purchases = () =>
    setup.db
      .selectFrom('purchases')
      .select(['id', 'token', 'settlement'])
      .where('user_id', '=', ada.id)
      .orderBy('id')
      .execute();
  const [replaced] = await purchases();
  // Its job comes after that of the duplicate, unless the duplicate was reported late.
  await settlePurchase(setup.context, { purchase_id: replaced?.id ?? 0 });
  await setup.runJobs();
  expect((await purchases()).map(({ token, settlement }) => [token, settlement])).toEqual([
    [first.token, 'superseded'],
    [twice.token, 'duplicate'],
    [other.token, null],
  ]);
  const refunds = setup.stripe.changes.filter(({ call }) => call === 'POST /v1/refunds');
  // The first gives the month back without two minutes, and the duplicate all of it.
  const amounts = refunds.map(({ form }) => Number(form['amount']));
  expect(amounts.toSorted((a, b) => a - b)).toEqual([2899, 2900]);
});

test('a refund that the gateway did not accept is retried until it does', async () => {
  await payTwice();
  await setup.deliverAll();
  setup.stripe.isDown = true;
  await setup.runJobs();
  setup.stripe.isDown = false;
  setup.advance(3600);
  await setup.runJobs();
  const refunds = setup.stripe.changes.filter(({ call }) => call === 'POST /v1/refunds');
  expect(refunds).toHaveLength(1);
});

test('a refund that failed for days is found by the daily question, although the subscription has ended', async () => {
  await payTwice();
  await setup.deliverAll();
  setup.stripe.failingCalls.add('POST /v1/refunds');
  await setup.runJobs();
  await setup.deliverAll();
  await setup.db.deleteFrom('jobs').where('kind', 'in', ['settle-purchase', 'refund-payment']).execute();
  setup.stripe.failingCalls.clear();
  await setup.reconcile();
  const refunds = setup.stripe.changes.filter(({ call }) => call === 'POST /v1/refunds');
  expect(refunds).toHaveLength(1);
});

test('a payment without a known payment method is not called refunded before it is', async () => {
  await payTwice();
  await setup.deliverAll();
  setup.stripe.hidesPayments = true;
  await setup.runJobs();
  expect(setup.mails.map(({ subject }) => subject)).not.toContain('Your refund for Professional: $29.00');
  setup.stripe.hidesPayments = false;
  setup.advance(3600);
  await setup.runJobs();
  expect(setup.mails.map(({ subject }) => subject)).toContain('Your refund for Professional: $29.00');
  expect(setup.stripe.changes.filter(({ call }) => call === 'POST /v1/refunds')).toHaveLength(1);
});

test('Professional to Enterprise in the middle of a period: the old one ends at once, with credit', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  setup.advance(10 * DAY);
  await setup.buy(ada, ENTERPRISE);
  expect(await subscriptionOf(ada)).toMatchObject({
    plan: { name: 'Enterprise' },
    current_period_end: monthFromNow(),
  });
  const ended = setup.stripe.changes.filter(({ call }) => call.startsWith('DELETE'));
  expect(ended).toEqual([
    { call: `DELETE /v1/subscriptions/${subscriptionId}`, form: { prorate: 'true', invoice_now: 'true' } },
  ]);
  await setup.deliverAll();
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Enterprise' }, status: 'active' });
  expect((await ada.browser.get('/api/payments/')).json()).toMatchObject({ count: 2 });
});

test('cancelled in the grace period by simultaneous clicks, one mail reports the end', async () => {
  await setup.buy(ada, PRO);
  const { current_period_end } = await subscriptionOf(ada);
  await passTime(setup, ada, (Date.parse(current_period_end ?? '') - Date.parse(now())) / 1000 + DAY);
  const cancel = () => ada.browser.post('/api/subscription/cancel/');
  await Promise.all([cancel(), cancel(), cancel()]);
  await setup.deliverAll();
  await setup.runJobs();
  const ends = setup.mails.filter(({ subject }) => subject.includes('has ended'));
  expect(ends).toHaveLength(1);
});
