import type { Page } from '@vitrin/shared/contract/common.ts';
import type { Plan } from '@vitrin/shared/contract/plans.ts';
import { expect, test } from 'vitest';
import { stripeTests } from '../../testing/checkout/checkout-tests.ts';
import { runCommand } from '@vitrin/operator/admin/commands.ts';
import type { Browser } from '../../testing/browser.ts';
import type { Person } from '../../testing/factories.ts';
import {
  checkout,
  DAY,
  ENTERPRISE,
  passTime,
  PRO,
  subscriptionOf,
} from '../../testing/checkout/stripe-app.ts';

const { setup, ada } = await stripeTests();

const TURKISH = { 'accept-language': 'tr' };

async function currenciesOn(person: Person | Browser, headers = TURKISH) {
  const browser = 'browser' in person ? person.browser : person;
  const { results } = (await browser.get('/api/subscription_plans/', headers)).json<Page<Plan>>();
  return [...new Set(results.map(({ currency }) => currency))];
}

test('a plan bought in dollars is changed in dollars under the Turkish interface, at the same customer', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  const customer = setup.stripe.subscriptions.get(subscriptionId)?.customer;
  expect(customer).toMatch(/^cus_/);
  setup.advance(60);
  expect(await currenciesOn(ada)).toEqual(['USD']);
  const answer = await checkout(ada, ENTERPRISE, 'tr');
  expect(answer).toMatchObject({ amount: 99, currency: 'USD' });
  expect(setup.stripe.changes.at(-1)?.form).toMatchObject({
    customer,
    locale: 'tr',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '9900',
  });
  setup.stripe.pay(setup.sessionOf(answer.token));
  await setup.deliverAll();
  await setup.runJobs();
  const ended = setup.stripe.changes.filter(({ call }) => call.startsWith('DELETE'));
  expect(ended).toEqual([
    { call: `DELETE /v1/subscriptions/${subscriptionId}`, form: { prorate: 'true', invoice_now: 'true' } },
  ]);
});

test('a plan bought in lira stays in lira for an English reader, texts following the language', async () => {
  const { token } = await checkout(ada, PRO, 'tr');
  setup.stripe.pay(setup.sessionOf(token));
  await setup.deliverAll();
  expect(await currenciesOn(ada, { 'accept-language': 'en' })).toEqual(['TRY']);
  const { plan } = await subscriptionOf(ada);
  expect(plan).toMatchObject({ price_per_period: 899, currency: 'TRY' });
  expect(plan.features.join(' ')).toContain('Unlimited projects');
});

test.each([
  ['cancelled', async () => void (await ada.browser.post('/api/subscription/cancel/'))],
  ['in the grace', async () => passTime(setup, ada, 32 * DAY)],
])('the currency stays while the plan is %s', async (_, change) => {
  await setup.buy(ada, PRO);
  await change();
  expect(await currenciesOn(ada)).toEqual(['USD']);
  expect(await checkout(ada, ENTERPRISE, 'tr')).toMatchObject({ currency: 'USD' });
});

test('once the plan is over, the language decides again', async () => {
  await setup.buy(ada, PRO);
  await ada.browser.post('/api/subscription/cancel/');
  await passTime(setup, ada, 32 * DAY);
  expect(await currenciesOn(ada)).toEqual(['TRY']);
  expect(await checkout(ada, PRO, 'tr')).toMatchObject({ amount: 899, currency: 'TRY' });
  expect(setup.stripe.changes.at(-1)?.form['customer']).toBeUndefined();
});

test('guests, other people and granted plans follow the language', async () => {
  await setup.buy(ada, PRO);
  const eve = await setup.createFreelancer();
  expect(await currenciesOn(eve)).toEqual(['TRY']);
  expect(await currenciesOn(setup.createBrowser())).toEqual(['TRY']);
  await runCommand(setup.context, ['set-plan', eve.username, 'pro', '--until', '2030-01-01']);
  expect(await currenciesOn(eve)).toEqual(['TRY']);
});

test('the credit goes to the customer of the plan that counts', async () => {
  const [first, second] = [await checkout(ada, PRO), await checkout(ada, PRO)];
  const subscriptionId = setup.stripe.pay(setup.sessionOf(first.token));
  setup.advance(60);
  setup.stripe.pay(setup.sessionOf(second.token));
  await setup.deliverAll();
  await setup.runJobs();
  await checkout(ada, ENTERPRISE);
  const { customer } = setup.stripe.subscriptions.get(subscriptionId) ?? {};
  expect(setup.stripe.changes.at(-1)?.form['customer']).toBe(customer);
});

test('the next checkout is for the customer of the plan that took over', async () => {
  const [first, second] = [await checkout(ada, PRO), await checkout(ada, ENTERPRISE)];
  setup.stripe.pay(setup.sessionOf(first.token));
  setup.advance(60);
  const subscriptionId = setup.stripe.pay(setup.sessionOf(second.token));
  await setup.deliverAll();
  await setup.runJobs();
  await checkout(ada, PRO);
  const { customer } = setup.stripe.subscriptions.get(subscriptionId) ?? {};
  expect(setup.stripe.changes.at(-1)?.form['customer']).toBe(customer);
});
