import { monthsAfter } from '@vitrin/shared/rules/money/billing-periods.ts';
import { beforeEach, expect, test } from 'vitest';
import { stripeTests } from '../../../testing/checkout/checkout-tests.ts';
import { paymentsOf } from '../../../testing/checkout/sandbox.ts';
import { checkout, DAY, passTime, PRO, subscriptionOf } from '../../../testing/checkout/stripe-app.ts';
import { JUMPS, whileAhead } from '../../../testing/checkout/wrong-clock.ts';
import { enqueue } from '../../../jobs/enqueue.ts';

const { setup, ada } = await stripeTests();

/** How far our clock is ahead of Stripe's, in seconds. */
let ahead = 0;
beforeEach(() => {
  ahead = 0;
  setup.stripe.now = () => new Date(setup.context.now().getTime() - ahead * 1000);
});

const PROFESSIONAL = { plan: { name: 'Professional' }, status: 'active', cancel_at_period_end: false };

const jump = async (seconds: number, meanwhile: () => Promise<void> = async () => {}) => {
  ahead = seconds;
  await whileAhead(setup, ada, seconds, async () => {
    await askEverything();
    await meanwhile();
  });
  ahead = 0;
};

const askEverything = async () => {
  await enqueue(setup.context, 'reconcile-payments', {});
  await setup.runJobs();
};

const endOf = async () => (await subscriptionOf(ada)).current_period_end ?? '';
const until = (moment: string) => (Date.parse(moment) - setup.context.now().getTime()) / 1000;
const atStripe = (id: string) => setup.stripe.subscriptions.get(id);

/** Stripe renews when its own clock says so, and reports it. */
const renewAt = async (end: string, subscriptionId: string) => {
  await passTime(setup, ada, until(end));
  setup.stripe.renew(subscriptionId);
  await setup.deliverAll();
  await setup.runJobs();
};

test.each(JUMPS)('a clock %s ahead ends the plan while it lasts, and no longer', async (name, seconds) => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  const end = await endOf();
  const calls = setup.stripe.changes.length;
  await jump(seconds, async () => {
    const { plan } = await subscriptionOf(ada);
    expect(plan.storage_limit_gb).toBe(name === 'an hour' ? 10 : 0.5);
  });
  expect(await subscriptionOf(ada)).toMatchObject({ ...PROFESSIONAL, current_period_end: end });
  expect((await subscriptionOf(ada)).plan.storage_limit_gb).toBe(10);
  expect(setup.stripe.changes).toHaveLength(calls);
  await renewAt(end, subscriptionId);
  expect(await subscriptionOf(ada)).toMatchObject({ current_period_end: monthsAfter(end, 1) });
  expect(await paymentsOf(ada)).toHaveLength(2);
});

test('a renewal by Stripe meanwhile is found by asking, and its message, refused and resent, adds nothing', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  const end = await endOf();
  await passTime(setup, ada, until(end));
  await jump(31 * DAY, async () => {
    setup.stripe.renew(subscriptionId);
    for (const event of setup.stripe.events) expect(await setup.deliver(event)).toBe(400);
    await askEverything();
  });
  expect(await subscriptionOf(ada)).toMatchObject({
    ...PROFESSIONAL,
    current_period_end: monthsAfter(end, 1),
  });
  await setup.deliverAll();
  await setup.runJobs();
  expect(await paymentsOf(ada)).toHaveLength(2);
  expect(setup.mails.filter(({ subject }) => subject.startsWith('Your receipt'))).toHaveLength(2);
});

test('a renewal that was refused an hour ago keeps its three days', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  const end = await endOf();
  await passTime(setup, ada, until(end));
  const invoice = setup.stripe.failRenewal(subscriptionId);
  await setup.deliverAll();
  await jump(31 * DAY);
  expect(atStripe(subscriptionId)?.ended_at).toBeNull();
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Professional' }, status: 'past_due' });
  setup.stripe.payLate(invoice);
  await setup.deliverAll();
  expect(await subscriptionOf(ada)).toMatchObject({
    ...PROFESSIONAL,
    current_period_end: monthsAfter(end, 1),
  });
});

test.each([
  ['takes the renewal for due', 1, { status: 'past_due' }],
  ['takes the plan for over', 4, { plan: { name: 'Starter' } }],
])('cancelled while the clock %s, the plan lasts as long as it is paid', async (_what, days, shown) => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  const end = await endOf();
  await jump(until(end) + days * DAY, async () => {
    expect(await subscriptionOf(ada)).toMatchObject(shown);
    expect((await ada.browser.post('/api/subscription/cancel/')).statusCode).toBe(200);
  });
  expect(atStripe(subscriptionId)).toMatchObject({ ended_at: null, cancel_at_period_end: true });
  expect(await subscriptionOf(ada)).toMatchObject({
    plan: { name: 'Professional' },
    cancel_at_period_end: true,
    current_period_end: end,
  });
});

test('after the jump a cancellation at Stripe counts, whatever was asked meanwhile', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  await jump(31 * DAY);
  await passTime(setup, ada, 60);
  setup.stripe.setCancelInDashboard(subscriptionId, true);
  await setup.deliverAll();
  expect(await subscriptionOf(ada)).toMatchObject({ cancel_at_period_end: true });
});

test('after the jump a plan that was cancelled meanwhile can be kept at Stripe', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  await jump(10 * DAY, async () => {
    await ada.browser.post('/api/subscription/cancel/');
  });
  expect(await subscriptionOf(ada)).toMatchObject({ cancel_at_period_end: true });
  await passTime(setup, ada, 60);
  setup.stripe.setCancelInDashboard(subscriptionId, false);
  await setup.deliverAll();
  expect(await subscriptionOf(ada)).toMatchObject(PROFESSIONAL);
});

test('a plan bought again because it seemed over is refunded, and the first one goes on', async () => {
  const first = await setup.buy(ada, PRO);
  const end = await endOf();
  let again = '';
  await jump(40 * DAY, async () => {
    const { token } = await checkout(ada, PRO);
    again = setup.stripe.pay(setup.sessionOf(token));
  });
  await setup.deliverAll();
  await setup.runJobs();
  await setup.deliverAll();
  expect(atStripe(again)?.ended_at).not.toBeNull();
  expect(atStripe(first.subscriptionId)?.ended_at).toBeNull();
  expect(setup.stripe.refunds).toHaveLength(1);
  const statuses = (await paymentsOf(ada)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual(['paid', 'refunded']);
  expect(await subscriptionOf(ada)).toMatchObject({ ...PROFESSIONAL, current_period_end: end });
});

test('a turn left by a dead process with a fast clock blocks no request', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  const turn = { turn_holder: 'gone', turn_until: new Date(setup.context.now().getTime() + 31 * DAY * 1000) };
  await setup.db
    .updateTable('purchases')
    .set({ ...turn, turn_until: turn.turn_until.toISOString() })
    .where('gateway_subscription_id', '=', subscriptionId)
    .execute();
  expect((await ada.browser.post('/api/subscription/cancel/')).statusCode).toBe(200);
});
