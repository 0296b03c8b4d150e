import type { Subscription } from '@vitrin/shared/contract/plans.ts';
import { monthsAfter } from '@vitrin/shared/rules/money/billing-periods.ts';
import { expect, test } from 'vitest';
import { stripeTests } from '../../../testing/checkout/checkout-tests.ts';
import { paymentsOf } from '../../../testing/checkout/sandbox.ts';
import { DAY, passTime, PRO, subscriptionOf } from '../../../testing/checkout/stripe-app.ts';

const { setup, ada } = await stripeTests();
const { stripe } = setup;

const post = (call: string) => ada.browser.post(`/api/subscription/${call}/`);
const periodEnd = async () => (await subscriptionOf(ada)).current_period_end ?? '';
const paysOf = () => stripe.changes.filter(({ call }) => call.endsWith('/pay'));

/** A plan with a renewal that was refused a moment ago. */
async function refusedRenewal() {
  const { subscriptionId } = await setup.buy(ada, PRO);
  const end = await periodEnd();
  await passTime(setup, ada, (Date.parse(end) - setup.context.now().getTime()) / 1000);
  stripe.failRenewal(subscriptionId);
  await setup.deliverAll();
  return { subscriptionId, end };
}

test('another card is entered in the portal of Stripe, and pays the refused month at once', async () => {
  const { end } = await refusedRenewal();
  const { url } = (await post('card')).json<{ url: string }>();
  expect(url).toMatch(/^https:\/\/billing\.stripe\.test\//);
  expect(stripe.portals.get(url)?.returnUrl).toMatch(/\/account\?card=given#plan$/);
  expect((await post('pay')).json<Subscription>()).toMatchObject({ status: 'past_due' });
  stripe.giveCard(url);
  await passTime(setup, ada, 60);
  const answers = await Promise.all([post('pay'), post('pay')]);
  for (const answer of answers)
    expect(answer.json<Subscription>()).toMatchObject({
      status: 'active',
      current_period_end: monthsAfter(end, 1),
    });
  expect(paysOf()).toHaveLength(1);
  await setup.deliverAll((events) => [...events, ...events]);
  await setup.reconcile();
  expect((await paymentsOf(ada)).filter(({ status }) => status === 'paid')).toHaveLength(2);
});

test('leaving the portal without a card changes no card', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  const { default_payment_method: card, customer } = stripe.subscriptions.get(subscriptionId) ?? {};
  for (let time = 0; time < 2; time++) expect((await post('card')).statusCode).toBe(200);
  expect(stripe.subscriptions.get(subscriptionId)?.default_payment_method).toBeNull();
  expect(stripe.cards.get(customer ?? '')).toBe(card);
});

test('Stripe retries a refused month by itself: no job of ours does', async () => {
  await refusedRenewal();
  const asked = stripe.changes.length;
  for (let day = 1; day <= 2; day++) {
    await passTime(setup, ada, DAY);
    await setup.reconcile();
  }
  expect(stripe.changes.slice(asked)).toEqual([]);
});

test('a card can be changed during a renewal, and while Stripe answers', async () => {
  for (const call of ['card', 'pay']) expect((await post(call)).statusCode).toBe(400);
  await setup.buy(ada, PRO);
  expect(await subscriptionOf(ada)).toMatchObject({ can_resume: true, can_change_card: true });
  stripe.isDown = true;
  expect((await post('card')).statusCode).toBe(503);
  stripe.isDown = false;
  await post('cancel');
  expect(await subscriptionOf(ada)).toMatchObject({ can_change_card: false });
  expect((await post('card')).statusCode).toBe(400);
});
