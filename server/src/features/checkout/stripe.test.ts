import { monthsAfter } from '@vitrin/shared/rules/billing-periods.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createFreelancer, type Person } from '../../testing/factories.ts';
import {
  checkout,
  createStripeApp,
  DAY,
  ENTERPRISE,
  passTime,
  PRO,
  type StripeApp,
  subscriptionOf,
  verify,
} from '../../testing/stripe-app.ts';

let setup: StripeApp;
let ada: Person;

beforeAll(async () => {
  setup = await createStripeApp();
});
afterAll(() => setup.close());
beforeEach(async () => {
  setup.stripe.isDown = false;
  await setup.runJobs();
  setup.stripe.events.length = 0;
  setup.stripe.changes.length = 0;
  setup.mails.length = 0;
  ada = await createFreelancer(setup);
});

const now = () => setup.context.now().toISOString();
const monthFromNow = () => monthsAfter(now(), 1);
const secondsUntil = (moment: string) => (Date.parse(moment) - setup.context.now().getTime()) / 1000;
const endOf = async (person: Person) => (await subscriptionOf(person)).current_period_end ?? '';

test('a checkout is opened at the price of our data, in the currency of the reader', async () => {
  const answer = await checkout(ada, PRO, 'tr');
  expect(answer).toMatchObject({ subscription_plan: PRO, amount: 899, currency: 'TRY' });
  const { form } = setup.stripe.changes.at(-1) ?? { form: {} };
  expect(form).toMatchObject({
    mode: 'subscription',
    'line_items[0][price_data][unit_amount]': '89900',
    'line_items[0][price_data][currency]': 'try',
    'line_items[0][price_data][recurring][interval]': 'month',
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

test('with the gateway down, the checkout says so in the words of the catalogue', async () => {
  setup.stripe.isDown = true;
  const response = await ada.browser.post('/api/checkout/checkout/', { subscription_plan: PRO });
  expect(response.statusCode).toBe(503);
  expect(response.json()).toEqual({ detail: 'Failed to initiate checkout process. Please try again.' });
  setup.stripe.isDown = false;
  await checkout(ada, PRO);
});

test('a browser closed between paying and returning: the messages upgrade', async () => {
  await setup.buy(ada, PRO);
  expect(await subscriptionOf(ada)).toMatchObject({
    plan: { name: 'Professional', storage_limit_gb: 10 },
    status: 'active',
    cancel_at_period_end: false,
  });
});

test('the return before any message: verify asks the gateway, and the messages change nothing after it', async () => {
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

test('messages before the return: verify answers from what is known, even with the gateway down', async () => {
  const { token } = await setup.buy(ada, PRO);
  setup.stripe.isDown = true;
  expect(await verify(ada, token)).toMatchObject({ status: 'success' });
});

test('with the gateway down, verify says so in the words of the catalogue, and succeeds when asked again', async () => {
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

test('a checkout that ran out is failed', async () => {
  const { token } = await checkout(ada, PRO);
  setup.stripe.expire(setup.sessionOf(token));
  await setup.deliverAll();
  expect(await verify(ada, token)).toMatchObject({ status: 'failed', transaction_id: null });
});

test("somebody else's token is not found, for verify as for everything", async () => {
  const { token } = await setup.buy(ada, PRO);
  const eve = await createFreelancer(setup);
  expect((await eve.browser.post('/api/checkout/verify/', { token })).statusCode).toBe(404);
  expect(await subscriptionOf(eve)).toMatchObject({ plan: { name: 'Starter' } });
});

test.each([
  ['a wrong secret', { secret: 'whsec_of_somebody_else' }],
  ['a signature of ten minutes ago', { at: -600 }],
] as const)('a message with %s is refused', async (_, { secret, at }: { secret?: string; at?: number }) => {
  const { token } = await checkout(ada, PRO);
  setup.stripe.pay(setup.sessionOf(token));
  const [event] = setup.stripe.events.splice(0);
  if (!event) throw new Error('No event');
  const signed = setup.stripe.sign(event, {
    ...(secret && { secret }),
    ...(at && { at: new Date(setup.context.now().getTime() + at * 1000) }),
  });
  expect(await setup.deliver(undefined, signed)).toBe(400);
  expect(await setup.deliver(undefined, { body: signed.body, signature: '' })).toBe(400);
  expect(await setup.deliver(event)).toBe(200);
});

test('a message changed after it was signed is refused', async () => {
  const { token } = await checkout(ada, PRO);
  setup.stripe.pay(setup.sessionOf(token));
  const paid = setup.stripe.events.find(({ type }) => type === 'invoice.paid');
  if (!paid) throw new Error('No event');
  const { body, signature } = setup.stripe.sign(paid);
  const forged = body.replace(/"amount_paid":\d+/, '"amount_paid":1');
  expect(forged).not.toBe(body);
  expect(await setup.deliver(undefined, { body: forged, signature })).toBe(400);
  expect(await setup.deliver(undefined, { body: 'not json', signature })).toBe(400);
});

test('any order of the messages of a whole life, some twice, ends in the same state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.integer({ min: 0, max: 1_000_000 })), async (randomness) => {
      const person = await createFreelancer(setup);
      const { token } = await checkout(person, PRO);
      const id = setup.stripe.pay(setup.sessionOf(token));
      setup.advance(10);
      setup.stripe.setCancelInDashboard(id, true);
      setup.advance(10);
      setup.stripe.setCancelInDashboard(id, false);
      setup.advance(10);
      setup.stripe.payLate(setup.stripe.failRenewal(id));
      const { anchor } = setup.stripe.subscriptions.get(id) ?? { anchor: '' };
      await setup.deliverAll((events) =>
        [...events, ...events.slice(0, 5)]
          .map((event) => ({ event, key: randomness.next().value }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ event }) => event),
      );
      expect(await subscriptionOf(person)).toMatchObject({
        plan: { name: 'Professional' },
        status: 'active',
        current_period_end: monthsAfter(anchor, 2),
        cancel_at_period_end: false,
      });
      const history = (await person.browser.get('/api/payments/')).json<{ results: { status: string }[] }>();
      expect(history.results.map(({ status }) => status)).toEqual(['paid', 'paid']);
    }),
    { numRuns: 15 },
  );
});

test('each message is taken in once', async () => {
  const { token } = await checkout(ada, PRO);
  setup.stripe.pay(setup.sessionOf(token));
  for (const event of setup.stripe.events.splice(0)) {
    const statuses = await Promise.all([setup.deliver(event), setup.deliver(event), setup.deliver(event)]);
    expect(statuses).toEqual([200, 200, 200]);
  }
  await setup.runJobs();
  expect(setup.mails).toHaveLength(1);
});

test('paying twice in two tabs: the second is cancelled and refunded, and both tabs see the first', async () => {
  const [first, second] = [await checkout(ada, PRO), await checkout(ada, PRO)];
  setup.stripe.pay(setup.sessionOf(first.token));
  setup.advance(60);
  const twice = setup.stripe.pay(setup.sessionOf(second.token));
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
  expect(setup.mails.map(({ subject }) => subject)).toContain('We refund $29.00 for Professional');
  expect(await verify(ada, second.token)).toEqual(answers[0]);
});

test('a refund that the gateway did not take is tried again until it did', async () => {
  const [first, second] = [await checkout(ada, PRO), await checkout(ada, PRO)];
  setup.stripe.pay(setup.sessionOf(first.token));
  setup.advance(60);
  setup.stripe.pay(setup.sessionOf(second.token));
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
  const [first, second] = [await checkout(ada, PRO), await checkout(ada, PRO)];
  setup.stripe.pay(setup.sessionOf(first.token));
  setup.advance(60);
  setup.stripe.pay(setup.sessionOf(second.token));
  await setup.deliverAll();
  setup.stripe.failingCalls.add('POST /v1/refunds');
  await setup.runJobs();
  await setup.deliverAll();
  await setup.db.deleteFrom('jobs').where('kind', 'in', ['settle-purchase', 'refund-payment']).execute();
  setup.stripe.failingCalls.clear();
  await reconcile();
  const refunds = setup.stripe.changes.filter(({ call }) => call === 'POST /v1/refunds');
  expect(refunds).toHaveLength(1);
});

test('a payment whose way of paying is not known yet is not called refunded before it is', async () => {
  const [first, second] = [await checkout(ada, PRO), await checkout(ada, PRO)];
  setup.stripe.pay(setup.sessionOf(first.token));
  setup.advance(60);
  setup.stripe.pay(setup.sessionOf(second.token));
  await setup.deliverAll();
  setup.stripe.hidesPayments = true;
  await setup.runJobs();
  expect(setup.mails.map(({ subject }) => subject)).not.toContain('We refund $29.00 for Professional');
  setup.stripe.hidesPayments = false;
  setup.advance(3600);
  await setup.runJobs();
  expect(setup.mails.map(({ subject }) => subject)).toContain('We refund $29.00 for Professional');
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

test('a card that succeeds in the grace, or after it, brings the plan back with its anchor day', async () => {
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

test('a lost renewal message locks nobody out: the daily question finds the payment', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  const end = await endOf(ada);
  await passTime(setup, ada, secondsUntil(end));
  setup.stripe.renew(subscriptionId);
  setup.stripe.events.length = 0;
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Professional' } });
  await reconcile();
  expect(await subscriptionOf(ada)).toMatchObject({
    status: 'active',
    current_period_end: monthsAfter(end, 1),
  });
});

test('a checkout of which no message came is found by the daily question', async () => {
  const { token } = await checkout(ada, PRO);
  setup.stripe.pay(setup.sessionOf(token));
  setup.stripe.events.length = 0;
  await reconcile();
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

test('a cancellation is taken back, and an older message about it does not bring it back', async () => {
  const { subscriptionId } = await setup.buy(ada, PRO);
  await ada.browser.post('/api/subscription/cancel/');
  setup.advance(60);
  const resumed = await ada.browser.post('/api/subscription/resume/');
  expect(resumed.json()).toMatchObject({ cancel_at_period_end: false });
  await setup.deliverAll((events) => events.toReversed());
  expect(await subscriptionOf(ada)).toMatchObject({ cancel_at_period_end: false });
  expect(setup.stripe.subscriptions.get(subscriptionId)?.cancel_at_period_end).toBe(false);
});

test('with the gateway down, a cancellation changes nothing and says so', async () => {
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

test('messages about subscriptions of another installation are taken and ignored', async () => {
  const event = {
    id: 'evt_of_somebody_else',
    type: 'customer.subscription.deleted' as const,
    created: Math.floor(setup.context.now().getTime() / 1000),
    data: { object: { id: 'sub_x', object: 'subscription', metadata: {}, ended_at: 1, cancel_at: null } },
  };
  expect(await setup.deliver(event)).toBe(200);
  expect(await setup.deliver({ ...event, id: 'evt_other', type: 'product.created' })).toBe(200);
});

test('the test gateway is not there', async () => {
  const { token } = await checkout(ada, PRO);
  const form = { token, outcome: 'success' };
  expect((await ada.browser.post('/api/checkout/sandbox/', form)).statusCode).toBe(404);
  expect((await ada.browser.get(`/api/checkout/sandbox/?token=${token}`)).statusCode).toBe(404);
});

async function reconcile(): Promise<void> {
  await setup.app.jobs.runDue();
  await setup.db
    .insertInto('jobs')
    .values({ kind: 'reconcile-payments', payload: '{}', run_at: now(), created_at: now() })
    .execute();
  await setup.runJobs();
}
