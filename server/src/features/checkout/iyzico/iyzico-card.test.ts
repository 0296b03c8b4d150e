import { monthsAfter } from '@vitrin/shared/rules/money/billing-periods.ts';
import type { Subscription } from '@vitrin/shared/contract/plans.ts';
import { expect, test } from 'vitest';
import { iyzicoTests } from '../../../testing/checkout/checkout-tests.ts';
import { paymentsOf } from '../../../testing/checkout/sandbox.ts';
import { DAY, passTime, PRO, subscriptionOf } from '../../../testing/checkout/stripe-app.ts';

const { setup, ada } = await iyzicoTests();
const { iyzico } = setup;

const RETRY = 'POST /v2/subscription/operation/retry';
const periodEnd = async () => (await subscriptionOf(ada)).current_period_end ?? '';
const attemptsOf = (subscriptionId: string) =>
  iyzico.subscriptions.get(subscriptionId)?.orders.at(-1)?.paymentAttempts.length;
const post = (call: string) => ada.browser.post(`/api/subscription/${call}/`);
const cardFormOf = (url: string) => new URL(url).searchParams.get('token') ?? '';

/** A plan with a renewal that was refused a moment ago. */
async function refusedRenewal() {
  const { subscriptionId } = await setup.buy(ada, PRO);
  const end = await periodEnd();
  await passTime(setup, ada, (Date.parse(end) - setup.context.now().getTime()) / 1000);
  iyzico.failRenewal(subscriptionId);
  await setup.notifyAll();
  return { subscriptionId, end };
}

test('a refused renewal is charged again once a day, whatever notices come', async () => {
  const { subscriptionId } = await refusedRenewal();
  for (let day = 1; day <= 2; day++) {
    await passTime(setup, ada, DAY);
    await setup.reconcile();
    for (let time = 0; time < 3; time++) await setup.reconcile();
    expect(attemptsOf(subscriptionId)).toBe(1 + day);
  }
  expect(await subscriptionOf(ada)).toMatchObject({ status: 'past_due' });
  await passTime(setup, ada, DAY);
  await setup.reconcile();
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Starter' } });
  await passTime(setup, ada, DAY);
  await setup.reconcile();
  expect(attemptsOf(subscriptionId)).toBe(3);
});

test('a card with money again pays the refused month at the daily question', async () => {
  const { subscriptionId, end } = await refusedRenewal();
  iyzico.refusedCards.delete(subscriptionId);
  await passTime(setup, ada, DAY);
  await setup.reconcile();
  expect(await subscriptionOf(ada)).toMatchObject({
    status: 'active',
    current_period_end: monthsAfter(end, 1),
  });
  expect((await paymentsOf(ada)).filter(({ status }) => status === 'paid')).toHaveLength(2);
});

test('another card is entered on a form of iyzico, and pays the refused month at once', async () => {
  const { subscriptionId, end } = await refusedRenewal();
  await passTime(setup, ada, 3600);
  const { url } = (await post('card')).json<{ url: string }>();
  expect(url).toMatch(/^https:\/\/cpp\.iyzico\.test\/\?token=[\w-]+&lang=en$/);
  expect(iyzico.changes.at(-1)?.body).toMatchObject({
    callbackUrl: expect.stringMatching(/\/api\/checkout\/return\/\?card=given$/),
    subscriptionReferenceCode: subscriptionId,
  });
  expect((await post('pay')).json<Subscription>()).toMatchObject({ status: 'past_due' });
  iyzico.giveCard(cardFormOf(url));
  expect((await post('pay')).json<Subscription>()).toMatchObject({ status: 'past_due' });
  await passTime(setup, ada, 60);
  iyzico.lostAnswers.add(RETRY);
  expect((await post('pay')).statusCode).toBe(503);
  const answers = await Promise.all([post('pay'), post('pay')]);
  for (const answer of answers)
    expect(answer.json<Subscription>()).toMatchObject({
      status: 'active',
      current_period_end: monthsAfter(end, 1),
    });
  await setup.reconcile();
  expect((await paymentsOf(ada)).filter(({ status }) => status === 'paid')).toHaveLength(2);
});

test('two simultaneous payments of a due month are one attempt', async () => {
  const { subscriptionId } = await refusedRenewal();
  await passTime(setup, ada, 3600);
  await Promise.all([post('pay'), post('pay'), setup.reconcile()]);
  expect(attemptsOf(subscriptionId)).toBe(2);
});

test('the form for another card leads back to the plan, and its content is not read', async () => {
  const response = await setup.createBrowser().request({
    method: 'POST',
    url: '/api/checkout/return/?card=given',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://cpp.iyzico.test',
      'sec-fetch-site': 'cross-site',
      'x-csrftoken': '',
    },
    payload: `token=${'x'.repeat(60_000)}`,
  });
  expect([response.statusCode, response.headers['location']]).toEqual([303, '/account?card=given#plan']);
});

test('a screen learns what its gateway can do', async () => {
  expect(await subscriptionOf(ada)).toMatchObject({ can_resume: false, can_change_card: false });
  await setup.buy(ada, PRO);
  expect(await subscriptionOf(ada)).toMatchObject({ can_resume: false, can_change_card: true });
  expect((await post('pay')).json<Subscription>()).toMatchObject({ status: 'active' });
  await post('cancel');
  expect(await subscriptionOf(ada)).toMatchObject({ can_resume: false, can_change_card: false });
});

test('neither card nor payment is possible without a renewing plan, nor while iyzico is away', async () => {
  for (const call of ['card', 'pay']) expect((await post(call)).statusCode).toBe(400);
  await setup.buy(ada, PRO);
  iyzico.isDown = true;
  expect((await post('card')).statusCode).toBe(503);
  iyzico.isDown = false;
  await post('cancel');
  expect((await post('card')).statusCode).toBe(400);
  const retries = iyzico.changes.filter(({ call }) => call === RETRY);
  expect(retries).toEqual([]);
});
