import { monthsAfter } from '@vitrin/shared/rules/money/billing-periods.ts';
import { describe, expect, test } from 'vitest';
import { sandboxTests } from '../../../testing/checkout/checkout-tests.ts';
import { buyInSandbox, payInSandbox, paymentsOf } from '../../../testing/checkout/sandbox.ts';
import {
  checkout,
  DAY,
  passTime,
  PRO,
  subscriptionOf,
  verify,
} from '../../../testing/checkout/stripe-app.ts';
import { settlePurchase } from '../events/settle.ts';

const { setup, ada } = await sandboxTests();

const STARTER = 1;
const now = () => setup.context.now().toISOString();
test('from checkout to plan: address, form, return, success with plan, date and transaction', async () => {
  const answer = await checkout(ada, PRO);
  expect(answer).toEqual({
    checkout_url: `/payment?token=${answer.token}`,
    token: answer.token,
    subscription_plan: PRO,
    amount: 29,
    currency: 'USD',
  });
  const order = await ada.browser.get(`/api/checkout/sandbox/?token=${answer.token}`);
  expect(order.json()).toEqual({ plan: 'Professional', amount: 29, currency: 'USD' });
  expect((await payInSandbox(ada, answer.token)).json()).toEqual({
    return_url: `/payment/verify?token=${answer.token}`,
  });
  expect(await verify(ada, answer.token)).toEqual({
    status: 'success',
    plan: 'Professional',
    date: now(),
    transaction_id: expect.stringMatching(/^test_/),
  });
  expect(await subscriptionOf(ada)).toMatchObject({
    plan: { name: 'Professional' },
    current_period_end: monthsAfter(now(), 1),
  });
});

test('a failed payment stays failed; walking away leaves it pending; both leave the plan unchanged', async () => {
  const [failed, left] = [await checkout(ada, PRO), await checkout(ada, PRO)];
  await payInSandbox(ada, failed.token, 'failure');
  await payInSandbox(ada, failed.token, 'success');
  expect(await verify(ada, failed.token)).toMatchObject({
    status: 'failed',
    date: null,
    transaction_id: null,
  });
  expect(await verify(ada, left.token)).toMatchObject({ status: 'pending' });
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Starter' } });
});

test('paying the same form again, at once or later, is one payment', async () => {
  const { token } = await checkout(ada, PRO);
  await Promise.all([payInSandbox(ada, token), payInSandbox(ada, token), payInSandbox(ada, token)]);
  await payInSandbox(ada, token);
  expect(await paymentsOf(ada)).toHaveLength(1);
});

test('two checkouts paid at the same moment leave one plan and one payment that counts', async () => {
  const [first, second] = [await checkout(ada, PRO), await checkout(ada, PRO)];
  await Promise.all([payInSandbox(ada, first.token), payInSandbox(ada, second.token)]);
  const [one, two] = [await verify(ada, first.token), await verify(ada, second.token)];
  expect(one.transaction_id).toBe(two.transaction_id);
  await setup.runJobs();
  expect((await paymentsOf(ada)).map(({ status }) => status).toSorted()).toEqual(['paid', 'refunded']);
  await passTime(setup, ada, 31 * DAY);
  await setup.runJobs();
  expect((await paymentsOf(ada)).filter(({ status }) => status === 'paid')).toHaveLength(2);
});

describe('a plan that cannot be bought', () => {
  test.each([
    ['the free one', STARTER, 'This plan is free and needs no payment.'],
    ['an unknown one', 4711, 'There is no such plan.'],
  ])('%s', async (_, subscription_plan, text) => {
    const response = await ada.browser.post('/api/checkout/checkout/', { subscription_plan });
    expect([response.statusCode, response.json()]).toEqual([400, { subscription_plan: [text] }]);
  });

  test.each([
    {},
    { subscription_plan: '2; drop' },
    { subscription_plan: -1 },
    [],
    { subscription_plan: 2e10 },
  ])('something else: %j', async (payload) => {
    expect((await ada.browser.post('/api/checkout/checkout/', payload)).statusCode).toBe(400);
  });

  test('the current one, also when it is cancelled', async () => {
    await buyInSandbox(setup, ada, PRO);
    const again = () => ada.browser.post('/api/checkout/checkout/', { subscription_plan: PRO });
    expect((await again()).json()).toEqual({ subscription_plan: ['You are on this plan already.'] });
    await ada.browser.post('/api/subscription/cancel/');
    expect((await again()).statusCode).toBe(400);
  });
});

test('verify without a token names what is missing, in the language of the reader', async () => {
  const english = await ada.browser.post('/api/checkout/verify/', {});
  expect([english.statusCode, english.json()]).toEqual([400, { detail: 'Missing payment information.' }]);
  const turkish = await ada.browser.post('/api/checkout/verify/', { token: '' }, { 'accept-language': 'tr' });
  expect(turkish.json()).toEqual({ detail: 'Ödeme bilgileri eksik.' });
  const bare = await ada.browser.post('/api/checkout/verify/');
  expect([bare.statusCode, bare.json()]).toEqual([400, { detail: 'Missing payment information.' }]);
});

test("another user's token is not found, on every call that takes one", async () => {
  const { token } = await checkout(ada, PRO);
  const eve = await setup.createFreelancer();
  expect((await eve.browser.post('/api/checkout/verify/', { token })).statusCode).toBe(404);
  expect((await payInSandbox(eve, token)).statusCode).toBe(404);
  expect((await eve.browser.get(`/api/checkout/sandbox/?token=${token}`)).statusCode).toBe(404);
  expect((await payInSandbox(ada, 'made-up')).statusCode).toBe(404);
  expect(await verify(ada, token)).toMatchObject({ status: 'pending' });
});

test('a purchase begun at another gateway is not paid at the test gateway', async () => {
  const { token } = await checkout(ada, PRO);
  await setup.db.updateTable('purchases').set({ gateway: 'stripe' }).where('token', '=', token).execute();
  expect((await ada.browser.get(`/api/checkout/sandbox/?token=${token}`)).statusCode).toBe(404);
  expect((await payInSandbox(ada, token)).statusCode).toBe(404);
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Starter' } });
});

test('the purchase that counts is left alone while a second one of its plan waits to be settled', async () => {
  const [first, second] = [await checkout(ada, PRO), await checkout(ada, PRO)];
  await payInSandbox(ada, first.token);
  setup.advance(60);
  await payInSandbox(ada, second.token);
  const rows = setup.db.selectFrom('purchases').select(['id', 'settlement']).where('user_id', '=', ada.id);
  const [counting] = await rows.where('token', '=', first.token).execute();
  await settlePurchase(setup.context, { purchase_id: counting?.id ?? 0 });
  expect((await rows.orderBy('id').execute()).map(({ settlement }) => settlement)).toEqual([null, null]);
  await setup.runJobs();
  const settled = await rows.orderBy('id').execute();
  expect(settled.map(({ settlement }) => settlement)).toEqual([null, 'duplicate']);
});

const CALLS = [
  ['POST', '/api/checkout/checkout/'],
  ['POST', '/api/checkout/verify/'],
  ['POST', '/api/checkout/sandbox/'],
  ['GET', '/api/checkout/sandbox/?token=x'],
  ['POST', '/api/subscription/cancel/'],
  ['POST', '/api/subscription/resume/'],
  ['GET', '/api/subscription/details'],
  ['POST', '/api/subscription/select-plan'],
  ['GET', '/api/payments/'],
  ['GET', '/api/payments/1/receipt/'],
] as const;

test.each(CALLS)('%s %s is for freelancers: guests 401, customers 403', async (method, url) => {
  const customer = await setup.createCustomer({ owner: ada });
  expect((await setup.createBrowser().request({ method, url })).statusCode).toBe(401);
  expect((await customer.browser.request({ method, url })).statusCode).toBe(403);
});

test('a freelancer without a subscription has nothing to change', async () => {
  await setup.db.deleteFrom('subscriptions').where('user_id', '=', ada.id).execute();
  for (const [method, url] of [
    ['POST', '/api/subscription/cancel/'],
    ['POST', '/api/subscription/resume/'],
    ['GET', '/api/subscription/details'],
    ['POST', '/api/subscription/select-plan'],
  ] as const) {
    const payload = method === 'POST' ? { payload: { plan: 'free' } } : {};
    expect((await ada.browser.request({ method, url, ...payload })).statusCode).toBe(404);
  }
});

test('a customer has no subscription, a freelancer starts on Starter', async () => {
  const customer = await setup.createCustomer({ owner: ada });
  expect((await customer.browser.get(`/api/users/${customer.id}/`)).json()).toMatchObject({
    subscription: null,
  });
  expect(await subscriptionOf(ada)).toEqual({
    plan: expect.objectContaining({ name: 'Starter', price_per_period: 0 }),
    status: 'active',
    current_period_end: null,
    cancel_at_period_end: false,
    is_given: false,
    can_resume: false,
    can_change_card: false,
  });
});

test.each([
  ['POST', '/api/checkout/checkout/', 30],
  ['POST', '/api/checkout/verify/', 150],
  ['POST', '/api/subscription/cancel/', 30],
  ['POST', '/api/subscription/resume/', 30],
] as const)('%s %s is limited to %i in ten minutes', async (method, url, amount) => {
  const payload = { subscription_plan: STARTER };
  const call = async () => {
    // Stays below the limit of ten writes a second.
    setup.advance(0.1);
    return (await ada.browser.request({ method, url, payload })).statusCode;
  };
  for (let count = 0; count < amount; count += 1) expect(await call()).toBe(400);
  expect(await call()).toBe(429);
  setup.advance(600);
  expect(await call()).toBe(400);
});

test('the settings are public', async () => {
  const response = await setup.createBrowser().get('/api/checkout/settings/');
  expect(response.json()).toEqual({
    gateway: 'sandbox',
    buyer_needed_for: [],
    needs_billing_details: false,
    contact_email: 'support@localhost',
  });
});
