import { setTimeout as pause } from 'node:timers/promises';
import { monthsAfter } from '@vitrin/shared/rules/money/billing-periods.ts';
import { expect, test } from 'vitest';
import { stripeTests } from '../../../testing/checkout/checkout-tests.ts';
import type { Person } from '../../../testing/factories.ts';
import {
  checkout,
  createStripeApp,
  DAY,
  passTime,
  PRO,
  subscriptionOf,
} from '../../../testing/checkout/stripe-app.ts';

const { setup, ada } = await stripeTests();

const now = () => setup.context.now().toISOString();
const monthFromNow = () => monthsAfter(now(), 1);
const secondsUntil = (moment: string) => (Date.parse(moment) - setup.context.now().getTime()) / 1000;
const endOf = async (person: Person) => (await subscriptionOf(person)).current_period_end ?? '';

test('a card that fails at renewal has three days: the plan stays, then it is over', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  const end = await endOf(ada);
  await passTime(setup, ada, secondsUntil(end));
  setup.stripe.failRenewal(subscriptionId);
  await setup.deliverAll();
  await setup.runJobs();
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Professional' }, status: 'past_due' });
  expect(setup.mails.at(-1)?.subject).toBe('The payment for Professional did not go through');
  setup.advance(3 * DAY - 1);
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Professional' } });
  setup.advance(1);
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Starter' }, current_period_end: null });
});

test('a card that succeeds in the grace period, or after it, restores the plan with its anchor day', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  const end = await endOf(ada);
  await passTime(setup, ada, secondsUntil(end));
  const invoice = setup.stripe.failRenewal(subscriptionId);
  await setup.deliverAll();
  await passTime(setup, ada, 4 * DAY);
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Starter' } });
  setup.stripe.payLate(invoice);
  await setup.deliverAll();
  expect(await subscriptionOf(ada)).toMatchObject({
    plan: { name: 'Professional' },
    status: 'active',
    current_period_end: monthsAfter(end, 1),
  });
});

test('once the grace period is over unpaid, nothing more is collected: it ends at the gateway, and a mail reports it', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  await passTime(setup, ada, secondsUntil(await endOf(ada)));
  setup.stripe.failRenewal(subscriptionId);
  await setup.deliverAll();
  const ended = () => setup.stripe.subscriptions.get(subscriptionId)?.ended_at ?? null;
  setup.advance(3 * DAY - 1);
  await setup.reconcile();
  expect(ended()).toBeNull();
  setup.advance(1);
  await setup.reconcile();
  expect(ended()).not.toBeNull();
  await setup.deliverAll();
  await setup.runJobs();
  const toAda = setup.mails.filter(({ text }) => text.includes(ada.username));
  expect(toAda.map(({ subject }) => subject).slice(-2)).toEqual([
    'The payment for Professional did not go through',
    'Your Professional plan has ended',
  ]);
});

test('a renewal that takes days does not end with the grace period, and upgrades when it arrives', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  const end = await endOf(ada);
  await passTime(setup, ada, secondsUntil(end));
  const invoice = setup.stripe.renewDelayed(subscriptionId);
  await setup.deliverAll();
  await passTime(setup, ada, 4 * DAY);
  await setup.reconcile();
  expect(setup.stripe.subscriptions.get(subscriptionId)?.ended_at).toBeNull();
  setup.stripe.payLate(invoice);
  await setup.deliverAll();
  expect(await subscriptionOf(ada)).toMatchObject({ current_period_end: monthsAfter(end, 1) });
});

test('a lost renewal message ends no plan: the daily check finds the payment', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  const end = await endOf(ada);
  await passTime(setup, ada, secondsUntil(end));
  setup.stripe.renew(subscriptionId);
  setup.stripe.events.length = 0;
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Professional' } });
  await setup.reconcile();
  expect(await subscriptionOf(ada)).toMatchObject({
    status: 'active',
    current_period_end: monthsAfter(end, 1),
  });
});

test('the daily question schedules itself for tomorrow, once', async () => {
  await setup.reconcile();
  await setup.reconcile();
  const waiting = await setup.db
    .selectFrom('jobs')
    .select('run_at')
    .where('kind', '=', 'reconcile-payments')
    .execute();
  expect(waiting).toHaveLength(1);
  expect(secondsUntil(waiting[0]?.run_at ?? '')).toBeLessThanOrEqual(DAY);
  expect(secondsUntil(waiting[0]?.run_at ?? '')).toBeGreaterThan(0);
});

test('a checkout without any message is found by the daily question', async () => {
  const { token } = await checkout(ada, PRO);
  setup.stripe.pay(setup.sessionOf(token));
  setup.stripe.events.length = 0;
  await setup.reconcile();
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Professional' } });
});

test('a first payment that takes ten days, its message lost, is found by the daily question', async () => {
  const { token } = await checkout(ada, PRO);
  setup.stripe.payDelayed(setup.sessionOf(token));
  await setup.deliverAll();
  await setup.reconcile();
  await passTime(setup, ada, 10 * DAY);
  setup.stripe.arrive(setup.sessionOf(token));
  setup.stripe.events.length = 0;
  await setup.reconcile();
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Professional' } });
});

test('cancelled, it stays until exactly the end of the period, then Starter', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  const response = await ada.browser.post('/api/subscription/cancel/');
  expect(response.json()).toMatchObject({ cancel_at_period_end: true, plan: { name: 'Professional' } });
  expect(setup.stripe.subscriptions.get(subscriptionId)?.cancel_at_period_end).toBe(true);
  await passTime(setup, ada, secondsUntil(await endOf(ada)) - 1);
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Professional' } });
  setup.advance(1);
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Starter' } });
});

test('a cancellation is revoked, and an older message about it does not restore it', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  await ada.browser.post('/api/subscription/cancel/');
  setup.advance(60);
  const resumed = await ada.browser.post('/api/subscription/resume/');
  expect(resumed.json()).toMatchObject({ cancel_at_period_end: false });
  await setup.deliverAll((events) => events.toReversed());
  expect(await subscriptionOf(ada)).toMatchObject({ cancel_at_period_end: false });
  expect(setup.stripe.subscriptions.get(subscriptionId)?.cancel_at_period_end).toBe(false);
});

test('kept and cancelled at the same moment, the plan and the gateway agree', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  await ada.browser.post('/api/subscription/cancel/');
  setup.advance(60);
  const call = (action: string) => ada.browser.post(`/api/subscription/${action}/`);
  await Promise.all([call('resume'), call('cancel'), call('resume'), call('cancel')]);
  await setup.deliverAll();
  expect((await subscriptionOf(ada)).cancel_at_period_end).toBe(
    setup.stripe.subscriptions.get(subscriptionId)?.cancel_at_period_end,
  );
});

test('a late answer to keeping the plan does not undo the cancellation that came after it', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  await ada.browser.post('/api/subscription/cancel/');
  setup.advance(60);
  const carriedOut = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  setup.stripe.beforeAnswer = async () => {
    setup.stripe.beforeAnswer = async () => {};
    carriedOut.resolve();
    await answered.promise;
  };
  const first = ada.browser.post('/api/subscription/resume/');
  await carriedOut.promise;
  const others = ada.browser
    .post('/api/subscription/resume/')
    .then(() => ada.browser.post('/api/subscription/cancel/'));
  // They wait for the answer to the first one; without that, they would overtake it in this time.
  await Promise.race([others, pause(500)]);
  setup.advance(1);
  answered.resolve();
  await Promise.all([first, others]);
  await setup.deliverAll();
  expect(setup.stripe.subscriptions.get(subscriptionId)?.cancel_at_period_end).toBe(true);
  expect(await subscriptionOf(ada)).toMatchObject({ cancel_at_period_end: true });
});

test('a request that died in the middle of a change blocks the next one for only a minute', async () => {
  await setup.buy(ada, PRO);
  const until = new Date(setup.context.now().getTime() + 60_000).toISOString();
  await setup.db
    .updateTable('purchases')
    .set({ turn_holder: 'a request that died', turn_until: until })
    .where('user_id', '=', ada.id)
    .execute();
  setup.advance(60);
  const response = await ada.browser.post('/api/subscription/cancel/');
  expect(response.json()).toMatchObject({ cancel_at_period_end: true });
});

test('with the gateway down, a cancellation changes nothing and reports it', async () => {
  await setup.buy(ada, PRO);
  setup.stripe.isDown = true;
  const response = await ada.browser.post('/api/subscription/cancel/');
  expect(response.statusCode).toBe(503);
  expect(response.json()).toEqual({ detail: expect.stringContaining('Nothing was changed') });
  expect(await subscriptionOf(ada)).toMatchObject({ cancel_at_period_end: false });
});

test('cancelling while a renewal is due and unpaid ends it at once, and nothing more is collected', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  await passTime(setup, ada, secondsUntil(await endOf(ada)) + DAY);
  const response = await ada.browser.post('/api/subscription/cancel/');
  expect(response.json()).toMatchObject({ plan: { name: 'Starter' } });
  expect(setup.stripe.subscriptions.get(subscriptionId)?.ended_at).not.toBeNull();
});

test('the same plan can be bought anew while its renewal is unpaid, and the old one ends', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  await passTime(setup, ada, secondsUntil(await endOf(ada)) + DAY);
  await setup.buy(ada, PRO);
  expect(await subscriptionOf(ada)).toMatchObject({ status: 'active', current_period_end: monthFromNow() });
  expect(setup.stripe.subscriptions.get(subscriptionId)?.ended_at).not.toBeNull();
});

test('a subscription ended in the dashboard of the provider is over at once', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  setup.advance(DAY);
  setup.stripe.endSubscription(subscriptionId);
  await setup.deliverAll();
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Starter' } });
});

test('an end date set in the dashboard is a cancellation, and resuming reverts that too', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  setup.advance(60);
  setup.stripe.setEndInDashboard(subscriptionId);
  await setup.deliverAll();
  expect(await subscriptionOf(ada)).toMatchObject({ cancel_at_period_end: true });
  setup.advance(60);
  await ada.browser.post('/api/subscription/resume/');
  expect(setup.stripe.subscriptions.get(subscriptionId)).toMatchObject({
    cancel_at_period_end: false,
    cancel_at: null,
  });
  await setup.deliverAll();
  expect(await subscriptionOf(ada)).toMatchObject({ cancel_at_period_end: false });
});

test.each([
  ['2027-01-31T09:00:00.000Z', ['2027-02-28', '2027-03-31', '2027-04-30']],
  ['2028-01-31T09:00:00.000Z', ['2028-02-29', '2028-03-31', '2028-04-30']],
  ['2028-02-29T09:00:00.000Z', ['2028-03-29', '2028-04-29', '2028-05-29']],
  ['2028-12-31T23:59:59.000Z', ['2029-01-31', '2029-02-28', '2029-03-31']],
])('bought on %s it renews on %j', async (start, days) => {
  const own = await createStripeApp();
  const person = await own.createFreelancer();
  await passTime(own, person, (Date.parse(start) - own.context.now().getTime()) / 1000);
  const { subscriptionId } = await own.buy(person, PRO);
  for (const day of days) {
    const end = (await subscriptionOf(person)).current_period_end ?? '';
    expect(end).toBe(`${day}${start.slice(10)}`);
    await passTime(own, person, (Date.parse(end) - own.context.now().getTime()) / 1000 - 1);
    expect(await subscriptionOf(person)).toMatchObject({ status: 'active' });
    own.advance(1);
    expect(await subscriptionOf(person)).toMatchObject({ status: 'past_due' });
    own.stripe.renew(subscriptionId);
    await own.deliverAll();
    expect(await subscriptionOf(person)).toMatchObject({ status: 'active' });
  }
  await own.close();
});
