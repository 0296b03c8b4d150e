import { monthsAfter } from '@vitrin/shared/rules/money/billing-periods.ts';
import { expect, test } from 'vitest';
import { iyzicoTests } from '../../../testing/checkout/checkout-tests.ts';
import { BUYER, checkoutWithBuyer } from '../../../testing/checkout/iyzico-app.ts';
import { paymentsOf } from '../../../testing/checkout/sandbox.ts';
import {
  DAY,
  ENTERPRISE,
  passTime,
  PRO,
  subscriptionOf,
  verify,
} from '../../../testing/checkout/stripe-app.ts';

const { setup, ada } = await iyzicoTests();
const { iyzico } = setup;

const secondsUntil = (moment: string) => (Date.parse(moment) - setup.context.now().getTime()) / 1000;
const periodEnd = async () => (await subscriptionOf(ada)).current_period_end ?? '';
const passMonth = async () => passTime(setup, ada, secondsUntil(await periodEnd()));
const keptRows = async () => JSON.stringify(await setup.db.selectFrom('purchases').selectAll().execute());

test('a checkout leads to a page of iyzico at the lira price of our data', async () => {
  const checkout = await checkoutWithBuyer(ada, PRO);
  expect(checkout).toMatchObject({ amount: 899, currency: 'TRY' });
  expect(checkout.checkout_url).toBe(
    `https://cpp.iyzico.test/?token=${setup.formOf(checkout.token)}&lang=tr`,
  );
  expect(iyzico.plans).toEqual([expect.objectContaining({ price: 899, currencyCode: 'TRY' })]);
});

test('a plan is made at iyzico once for each price', async () => {
  for (const language of ['tr', 'tr', 'en']) await checkoutWithBuyer(ada, ENTERPRISE, language);
  const names = iyzico.plans.map(({ name }) => name).filter((name) => name.includes('Enterprise'));
  expect(names.toSorted()).toEqual(['Vitrin Enterprise 2999.00 TRY', 'Vitrin Enterprise 99.00 USD']);
});

test('buyer details for iyzico are forwarded, and stored in no row and no log line', async () => {
  const needles = ['10000000146', 'Moda Caddesi', '+905550000000', '34710'];
  const { token } = await setup.buy(ada, PRO);
  const form = iyzico.forms.get(setup.formOf(token));
  expect(form?.customer).toMatchObject({ identityNumber: '10000000146', gsmNumber: '+905550000000' });
  iyzico.failingCalls.add('POST /v2/subscription/checkoutform/initialize');
  const refused = await ada.browser.post('/api/checkout/checkout/', {
    subscription_plan: ENTERPRISE,
    buyer: BUYER,
  });
  expect(refused.statusCode).toBe(503);
  const facts = await setup.db.selectFrom('purchase_facts').selectAll().execute();
  const jobs = await setup.db.selectFrom('jobs').selectAll().execute();
  const kept = [await keptRows(), JSON.stringify([facts, jobs, setup.logs, setup.mails])].join('');
  expect(kept).toContain(token);
  for (const needle of needles) expect(kept).not.toContain(needle);
});

test.each([
  ['no buyer', undefined],
  ['a number with a wrong check digit', { ...BUYER, identity_number: '10000000147' }],
  ['a phone number without its country', { ...BUYER, phone: '0555 000 00 00' }],
  ['no address', { ...BUYER, address: ' ' }],
])('no checkout is opened with %s', async (_, buyer) => {
  const body = { subscription_plan: PRO, ...(buyer && { buyer }) };
  const response = await ada.browser.post('/api/checkout/checkout/', body);
  expect(response.statusCode).toBe(400);
  expect(Object.keys(response.json<object>())).toEqual(['buyer']);
  expect(iyzico.changes.filter(({ call }) => call.includes('checkoutform'))).toEqual([]);
});

test('iyzico sends the browser back by a form of its own, which leads to the screen that asks', async () => {
  const { token } = await checkoutWithBuyer(ada, PRO);
  const response = await setup.createBrowser().request({
    method: 'POST',
    url: `/api/checkout/return/?token=${token}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://cpp.iyzico.test',
      'sec-fetch-site': 'cross-site',
      'x-csrftoken': '',
    },
    payload: 'token=forged',
  });
  expect([response.statusCode, response.headers['location']]).toEqual([
    303,
    `/payment/verify?token=${token}`,
  ]);
  expect(await verify(ada, token)).toMatchObject({ status: 'pending' });
  iyzico.pay(setup.formOf(token));
  expect(await verify(ada, token)).toMatchObject({ status: 'success', plan: 'Professional' });
});

test('a payer who closes the browser after the payment is found by a job', async () => {
  const { token } = await checkoutWithBuyer(ada, PRO);
  iyzico.pay(setup.formOf(token));
  iyzico.notices.length = 0;
  setup.advance(119);
  await setup.runJobs();
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Starter' } });
  setup.advance(1);
  await setup.runJobs();
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Professional' } });
});

test.each([
  ['once', 1],
  ['three times', 3],
])('a renewal noticed %s is paid once', async (_, times) => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  iyzico.notices.length = 0;
  const end = await periodEnd();
  await passMonth();
  iyzico.renew(subscriptionId);
  await passTime(setup, ada, 12);
  await setup.notifyAll((notices) => Array.from({ length: times }, () => notices).flat());
  expect(await subscriptionOf(ada)).toMatchObject({ current_period_end: monthsAfter(end, 1) });
  expect(await paymentsOf(ada)).toHaveLength(2);
});

test('reversed notices of a refused and a paid renewal lead to the paid month', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  iyzico.notices.length = 0;
  const end = await periodEnd();
  await passMonth();
  iyzico.failRenewal(subscriptionId);
  await passTime(setup, ada, DAY);
  iyzico.retry(subscriptionId);
  await setup.notifyAll((notices) => notices.toReversed());
  expect(await subscriptionOf(ada)).toMatchObject({
    status: 'active',
    current_period_end: monthsAfter(end, 1),
  });
});

test('a notice alone proves nothing: a success notice without a payment changes nothing', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  const [notice] = iyzico.notices.splice(0);
  if (!notice) throw new Error('No notice');
  const before = await keptRows();
  expect(await setup.notify({ ...notice, orderReferenceCode: 'of-a-month-that-was-not-paid' })).toBe(200);
  expect(await setup.notify({ ...notice, subscriptionReferenceCode: 'of-nobody' })).toBe(200);
  await setup.runJobs();
  expect(await keptRows()).toBe(before);
  expect(iyzico.subscriptions.get(subscriptionId)?.orders).toHaveLength(1);
});

test('a notice about no purchase leaves no row, and one with a reference that is too long or not text is refused', async () => {
  await setup.buy(ada, PRO);
  const [notice] = iyzico.notices.splice(0);
  if (!notice) throw new Error('No notice');
  const events = () => setup.db.selectFrom('webhook_events').select('event_id').execute();
  const before = await events();
  expect(await setup.notify({ ...notice, subscriptionReferenceCode: 'of-nobody' })).toBe(200);
  for (const wrong of ['x'.repeat(201), 'a\u0000b'])
    for (const field of ['iyziReferenceCode', 'subscriptionReferenceCode'])
      expect(await setup.notify({ ...notice, [field]: wrong })).toBe(400);
  expect(await events()).toEqual(before);
  expect(await setup.notify(notice)).toBe(200);
  expect(await events()).toHaveLength(before.length + 1);
});

test('a forged signature is refused, and so is a body that is no notice', async () => {
  await setup.buy(ada, PRO);
  const [notice] = iyzico.notices;
  if (!notice) throw new Error('No notice');
  const { body, signature } = iyzico.sign(notice);
  const other = iyzico.sign(notice, 'another-secret').signature;
  expect(await setup.notify(notice, { body, signature })).toBe(200);
  for (const sent of [
    { body, signature: other },
    { body, signature: '' },
    { body: body.replace('success', 'failure'), signature },
    { body: '{}', signature },
    { body: 'no json', signature },
  ])
    expect(await setup.notify(notice, sent)).toBe(400);
});

test('a cancellation ends the charges at iyzico at once, the plan stays, and it is final', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  const end = await periodEnd();
  const cancelled = await ada.browser.post('/api/subscription/cancel/');
  expect(cancelled.json()).toMatchObject({ cancel_at_period_end: true, current_period_end: end });
  expect(iyzico.subscriptions.get(subscriptionId)?.subscriptionStatus).toBe('CANCELED');
  const resumed = await ada.browser.post('/api/subscription/resume/');
  expect(resumed.statusCode).toBe(400);
  expect(resumed.json<{ detail: string }>().detail).toContain('final');
  await passMonth();
  expect(iyzico.renew(subscriptionId)).toBe(false);
  await setup.reconcile();
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Starter' } });
  expect(setup.mails.filter(({ subject }) => subject.includes('has ended'))).toEqual([]);
});

test('a cancellation with a lost answer is repeated and cancels once', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  iyzico.lostAnswers.add(`POST /v2/subscription/subscriptions/${subscriptionId}/cancel`);
  expect((await ada.browser.post('/api/subscription/cancel/')).statusCode).toBe(503);
  expect((await ada.browser.post('/api/subscription/cancel/')).statusCode).toBe(200);
  expect(await subscriptionOf(ada)).toMatchObject({ cancel_at_period_end: true });
});

test('an upgrade refunds the unused part of the month as money, to the kuruş', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  const [start, end] = [setup.context.now().getTime(), Date.parse(await periodEnd())];
  await passTime(setup, ada, 10 * DAY);
  await setup.buy(ada, ENTERPRISE);
  await setup.runJobs();
  const rest = Math.floor((89_900 * (end - start - 10 * DAY * 1000)) / (end - start));
  expect(iyzico.subscriptions.get(subscriptionId)?.subscriptionStatus).toBe('CANCELED');
  const refunds = [...iyzico.payments.values()].flatMap((payment) => payment.refunds);
  expect(refunds.map(({ price }) => price)).toContain(rest / 100);
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Enterprise' } });
  const [, professional] = await paymentsOf(ada);
  expect(professional).toMatchObject({ plan: 'Professional', refunded_amount: rest / 100 });
});

test('a refund with a lost answer is not repeated', async () => {
  await setup.buy(ada, PRO);
  await passTime(setup, ada, DAY);
  iyzico.lostAnswers.add('POST /v2/payment/refund');
  const before = iyzico.changes.filter(({ call }) => call === 'POST /v2/payment/refund').length;
  await setup.buy(ada, ENTERPRISE);
  await passTime(setup, ada, DAY);
  await setup.reconcile();
  const after = iyzico.changes.filter(({ call }) => call === 'POST /v2/payment/refund').length;
  expect(after - before).toBe(1);
  const due = await setup.db
    .selectFrom('payments')
    .select('refunded_at')
    .where('refund_cents', '>', 0)
    .execute();
  expect(due.filter(({ refunded_at }) => refunded_at === null)).toEqual([]);
});

test('a refund made in the panel of iyzico is found by the daily question', async () => {
  await setup.buy(ada, PRO);
  const [payment] = await paymentsOf(ada);
  iyzico.refundInPanel(Number(payment?.transaction_id), 100.5);
  await setup.reconcile();
  expect(await paymentsOf(ada)).toMatchObject([{ status: 'paid', refunded_amount: 100.5 }]);
});

test('a renewal that stays unpaid ends at iyzico when the grace is over', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  await passMonth();
  iyzico.failRenewal(subscriptionId);
  await setup.notifyAll();
  expect(await subscriptionOf(ada)).toMatchObject({ status: 'past_due', plan: { name: 'Professional' } });
  await passTime(setup, ada, 3 * DAY);
  await setup.reconcile();
  expect(iyzico.subscriptions.get(subscriptionId)?.subscriptionStatus).toBe('CANCELED');
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Starter' } });
});

test('a subscription that is cancelled in the panel of iyzico stays until its end here too', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  iyzico.cancelInPanel(subscriptionId);
  await setup.reconcile();
  expect(await subscriptionOf(ada)).toMatchObject({
    cancel_at_period_end: true,
    plan: { name: 'Professional' },
  });
});

test('while iyzico does not answer, the screen says so', async () => {
  const { token } = await checkoutWithBuyer(ada, PRO);
  iyzico.isDown = true;
  const response = await ada.browser.post('/api/checkout/verify/', { token });
  iyzico.isDown = false;
  expect(response.statusCode).toBe(503);
});
