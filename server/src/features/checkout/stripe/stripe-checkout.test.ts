import { expect, test } from 'vitest';
import { stripeTests } from '../../../testing/checkout/checkout-tests.ts';
import { checkout, ENTERPRISE, PRO, subscriptionOf, verify } from '../../../testing/checkout/stripe-app.ts';

const { setup, ada } = await stripeTests();

test('a checkout is opened at the price of our data, in the currency of the reader', async () => {
  const answer = await checkout(ada, PRO, 'tr');
  expect(answer).toMatchObject({ subscription_plan: PRO, amount: 899, currency: 'TRY' });
  const { form } = setup.stripe.changes.at(-1) ?? { form: {} };
  expect(form).toMatchObject({
    mode: 'subscription',
    'line_items[0][price_data][unit_amount]': '89900',
    'line_items[0][price_data][currency]': 'try',
    'line_items[0][price_data][recurring][interval]': 'month',
    'adaptive_pricing[enabled]': 'false',
    success_url: `http://localhost:3000/payment/verify?token=${answer.token}`,
    locale: 'tr',
  });
});

test('a price or another plan smuggled into the checkout changes nothing', async () => {
  const tampered = { subscription_plan: PRO, amount: 1, price_per_period: 0, currency: 'TRY' };
  const response = await ada.browser.post('/api/checkout/checkout/', tampered);
  expect(response.json()).toMatchObject({ amount: 29, currency: 'USD' });
  expect(setup.stripe.changes.at(-1)?.form['line_items[0][price_data][unit_amount]']).toBe('2900');
});

test('a price edited between the checkout and the payment is for the next checkout', async () => {
  const edit = (amount_cents: number) =>
    setup.db
      .updateTable('plan_prices')
      .set({ amount_cents })
      .where('plan_id', '=', PRO)
      .where('currency', '=', 'USD')
      .execute();
  const { token } = await checkout(ada, PRO);
  await edit(3150);
  const bob = await setup.createFreelancer();
  expect(await checkout(bob, PRO)).toMatchObject({ amount: 31.5 });
  expect(setup.stripe.changes.at(-1)?.form['line_items[0][price_data][unit_amount]']).toBe('3150');
  setup.stripe.pay(setup.sessionOf(token));
  await setup.deliverAll();
  await edit(2900);
  expect((await ada.browser.get('/api/payments/')).json()).toMatchObject({ results: [{ amount: 29 }] });
});

test('a customer deleted at the gateway is created again', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  const { customer = '' } = setup.stripe.subscriptions.get(subscriptionId) ?? {};
  setup.stripe.missingCustomers.add(customer);
  const { token } = await checkout(ada, ENTERPRISE);
  expect(setup.stripe.changes.at(-1)?.form).toMatchObject({ customer_email: expect.stringContaining('@') });
  setup.stripe.pay(setup.sessionOf(token));
  await setup.deliverAll();
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Enterprise' } });
});

test('with the gateway down, the checkout reports it in the words of the catalogue', async () => {
  setup.stripe.isDown = true;
  const response = await ada.browser.post('/api/checkout/checkout/', { subscription_plan: PRO });
  expect(response.statusCode).toBe(503);
  expect(response.json()).toEqual({ detail: 'Failed to initiate checkout process. Please try again.' });
  setup.stripe.isDown = false;
  await checkout(ada, PRO);
});

test('if the browser is closed between paying and returning, the messages upgrade', async () => {
  await setup.buy(ada, PRO);
  expect(await subscriptionOf(ada)).toMatchObject({
    plan: { name: 'Professional', storage_limit_gb: 10 },
    status: 'active',
    cancel_at_period_end: false,
  });
});

test('at a return before any message, verify asks the gateway, and later messages change nothing', async () => {
  const { token } = await checkout(ada, PRO);
  expect(await verify(ada, token)).toEqual({
    status: 'pending',
    plan: 'Professional',
    date: null,
    transaction_id: null,
  });
  setup.stripe.pay(setup.sessionOf(token));
  const answer = await verify(ada, token);
  expect(answer).toMatchObject({ status: 'success', plan: 'Professional', date: expect.any(String) });
  expect(answer.transaction_id).toMatch(/^in_/);
  const before = await subscriptionOf(ada);
  await setup.deliverAll();
  await setup.runJobs();
  expect(await subscriptionOf(ada)).toEqual(before);
  expect(await verify(ada, token)).toEqual(answer);
});

test('at messages before the return, verify answers from stored data, even with the gateway down', async () => {
  const { token } = await setup.buy(ada, PRO);
  setup.stripe.isDown = true;
  expect(await verify(ada, token)).toMatchObject({ status: 'success' });
});

test('with the gateway down, verify reports it in the words of the catalogue, and succeeds when repeated', async () => {
  const { token } = await checkout(ada, PRO);
  setup.stripe.pay(setup.sessionOf(token));
  setup.stripe.isDown = true;
  const response = await ada.browser.post('/api/checkout/verify/', { token });
  expect(response.statusCode).toBe(503);
  expect(response.json()).toEqual({ detail: 'Failed to verify payment. Please try again later.' });
  setup.stripe.isDown = false;
  expect(await verify(ada, token)).toMatchObject({ status: 'success' });
});

test('two verifies at once make one payment', async () => {
  const { token } = await checkout(ada, PRO);
  setup.stripe.pay(setup.sessionOf(token));
  const answers = await Promise.all(Array.from({ length: 8 }, () => verify(ada, token)));
  expect(new Set(answers.map(({ transaction_id }) => transaction_id)).size).toBe(1);
  await setup.runJobs();
  expect((await ada.browser.get('/api/payments/')).json()).toMatchObject({ count: 1 });
  expect(setup.mails.map(({ subject }) => subject)).toEqual(['Your receipt for Professional: $29.00']);
});

test('an expired checkout is failed', async () => {
  const { token } = await checkout(ada, PRO);
  setup.stripe.expire(setup.sessionOf(token));
  await setup.deliverAll();
  expect(await verify(ada, token)).toMatchObject({ status: 'failed', transaction_id: null });
});

test("another user's token is not found, for verify as for every call", async () => {
  const { token } = await setup.buy(ada, PRO);
  const eve = await setup.createFreelancer();
  expect((await eve.browser.post('/api/checkout/verify/', { token })).statusCode).toBe(404);
  expect(await subscriptionOf(eve)).toMatchObject({ plan: { name: 'Starter' } });
});

test('the test gateway is not available', async () => {
  const { token } = await checkout(ada, PRO);
  const form = { token, outcome: 'success' };
  expect((await ada.browser.post('/api/checkout/sandbox/', form)).statusCode).toBe(404);
  expect((await ada.browser.get(`/api/checkout/sandbox/?token=${token}`)).statusCode).toBe(404);
});

test('a purchase begun at the test gateway cannot be paid there once real money is taken', async () => {
  const { token } = await checkout(ada, PRO);
  await setup.db.updateTable('purchases').set({ gateway: 'sandbox' }).where('token', '=', token).execute();
  const form = { token, outcome: 'success' };
  expect((await ada.browser.post('/api/checkout/sandbox/', form)).statusCode).toBe(404);
  expect((await ada.browser.get(`/api/checkout/sandbox/?token=${token}`)).statusCode).toBe(404);
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Starter' } });
});

test('a payment that takes days is pending meanwhile, not failed, and then upgrades', async () => {
  const { token } = await checkout(ada, PRO);
  setup.stripe.payDelayed(setup.sessionOf(token));
  await setup.deliverAll();
  await setup.runJobs();
  expect(await verify(ada, token)).toMatchObject({ status: 'pending', transaction_id: null });
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Starter' } });
  expect((await ada.browser.get('/api/payments/')).json()).toMatchObject({ count: 0 });
  setup.advance(3600);
  setup.stripe.arrive(setup.sessionOf(token));
  await setup.deliverAll((events) => events.filter(({ type }) => type.startsWith('checkout.session')));
  await setup.runJobs();
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Professional' }, status: 'active' });
  expect(await verify(ada, token)).toMatchObject({ status: 'success' });
});

test('a payment that takes days and bounces is failed, and Starter stays', async () => {
  const { token } = await checkout(ada, PRO);
  setup.stripe.payDelayed(setup.sessionOf(token));
  await setup.deliverAll();
  await setup.runJobs();
  setup.stripe.bounce(setup.sessionOf(token));
  await setup.deliverAll();
  await setup.runJobs();
  expect(await verify(ada, token)).toMatchObject({ status: 'failed' });
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Starter' } });
});
