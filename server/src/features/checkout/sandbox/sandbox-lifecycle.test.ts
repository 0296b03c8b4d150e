import { monthsAfter } from '@vitrin/shared/rules/money/billing-periods.ts';
import { expect, test } from 'vitest';
import { sandboxTests } from '../../../testing/checkout/checkout-tests.ts';
import { buyInSandbox, payInSandbox, paymentsOf } from '../../../testing/checkout/sandbox.ts';
import {
  checkout,
  DAY,
  ENTERPRISE,
  passTime,
  PRO,
  subscriptionOf,
} from '../../../testing/checkout/stripe-app.ts';
import { createTestApp } from '../../../testing/test-app.ts';

const { setup, ada } = await sandboxTests();

const now = () => setup.context.now().toISOString();
test('it renews by itself and keeps the day: 31 January, 28 February, 31 March', async () => {
  await passTime(setup, ada, (Date.parse('2027-01-31T09:00:00.000Z') - Date.parse(now())) / 1000);
  await buyInSandbox(setup, ada, PRO);
  const ends = ['2027-02-28T09:00:00.000Z', '2027-03-31T09:00:00.000Z', '2027-04-30T09:00:00.000Z'];
  for (const end of ends) {
    expect((await subscriptionOf(ada)).current_period_end).toBe(end);
    await passTime(setup, ada, (Date.parse(end) - Date.parse(now())) / 1000);
    expect(await subscriptionOf(ada)).toMatchObject({ status: 'past_due', plan: { name: 'Professional' } });
    await setup.runJobs();
    expect(await subscriptionOf(ada)).toMatchObject({ status: 'active' });
  }
  expect(await paymentsOf(ada)).toHaveLength(4);
});

test('cancelled, a mail states the end, nothing is renewed, and afterwards it is Starter', async () => {
  await buyInSandbox(setup, ada, PRO);
  const end = monthsAfter(now(), 1);
  const cancelled = await ada.browser.post('/api/subscription/cancel/');
  expect(cancelled.json()).toMatchObject({ cancel_at_period_end: true, current_period_end: end });
  await ada.browser.post('/api/subscription/cancel/');
  await setup.runJobs();
  expect(setup.mails.map(({ subject }) => subject)).toEqual([
    'Your receipt for Professional: $29.00',
    'Your Professional plan is cancelled',
  ]);
  await passTime(setup, ada, (Date.parse(end) - Date.parse(now())) / 1000);
  await setup.runJobs();
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Starter' }, current_period_end: null });
  expect(await paymentsOf(ada)).toHaveLength(1);
  expect((await ada.browser.post('/api/subscription/resume/')).statusCode).toBe(400);
  await buyInSandbox(setup, ada, PRO);
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Professional' }, status: 'active' });
});

test('cancelled by simultaneous clicks, one mail confirms it', async () => {
  await buyInSandbox(setup, ada, PRO);
  const cancel = () => ada.browser.post('/api/subscription/cancel/');
  const answers = await Promise.all([cancel(), cancel(), cancel()]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  await setup.runJobs();
  expect(setup.mails.filter(({ subject }) => subject === 'Your Professional plan is cancelled')).toHaveLength(
    1,
  );
});

test('resumed before the end, it renews', async () => {
  await buyInSandbox(setup, ada, PRO);
  const end = monthsAfter(now(), 1);
  await ada.browser.post('/api/subscription/cancel/');
  setup.advance(DAY);
  const resumed = await ada.browser.post('/api/subscription/resume/');
  expect(resumed.json()).toMatchObject({ cancel_at_period_end: false });
  expect((await ada.browser.post('/api/subscription/resume/')).statusCode).toBe(200);
  await passTime(setup, ada, (Date.parse(end) - Date.parse(now())) / 1000);
  await setup.runJobs();
  expect(await subscriptionOf(ada)).toMatchObject({
    status: 'active',
    current_period_end: monthsAfter(end, 1),
  });
});

test('there is nothing to cancel or to resume on Starter', async () => {
  expect((await ada.browser.post('/api/subscription/cancel/')).json()).toEqual({
    detail: 'There is no paid plan to cancel.',
  });
  expect((await ada.browser.post('/api/subscription/resume/')).json()).toEqual({
    detail: 'There is no cancelled plan to resume.',
  });
});

test('Professional to Enterprise: the new period starts now, and only the new plan renews and is cancelled', async () => {
  await buyInSandbox(setup, ada, PRO);
  setup.advance(10 * DAY);
  await buyInSandbox(setup, ada, ENTERPRISE);
  const end = monthsAfter(now(), 1);
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Enterprise' }, current_period_end: end });
  await passTime(setup, ada, (Date.parse(end) - Date.parse(now())) / 1000);
  await setup.runJobs();
  const plans = (await paymentsOf(ada)).map(({ plan }) => plan);
  expect(plans).toEqual(['Enterprise', 'Enterprise', 'Professional']);

  const cancelled = await ada.browser.post('/api/subscription/cancel/');
  expect(cancelled.json()).toMatchObject({ plan: { name: 'Enterprise' }, cancel_at_period_end: true });
});

test('older calls: details, choosing the current plan, a paid one, and the free one', async () => {
  const details = async () => (await ada.browser.get('/api/subscription/details')).json<unknown>();
  expect(await details()).toEqual({ plan: 'free', storageUsed: 0, projectCount: 0 });
  const select = (plan: string) => ada.browser.post('/api/subscription/select-plan', { plan });
  expect((await select('free')).statusCode).toBe(200);
  const paid = await select('pro');
  expect([paid.statusCode, paid.json()]).toEqual([402, { detail: expect.any(String) }]);
  expect((await select('gold')).statusCode).toBe(400);
  await buyInSandbox(setup, ada, PRO);
  expect(await details()).toMatchObject({ plan: 'pro' });
  expect((await select('enterprise')).statusCode).toBe(402);
  expect((await select('pro')).statusCode).toBe(200);
  expect((await select('free')).json()).toMatchObject({ plan: 'pro' });
  expect(await subscriptionOf(ada)).toMatchObject({ cancel_at_period_end: true });
});

test('the history has a receipt in both languages, and only for its owner', async () => {
  await buyInSandbox(setup, ada, PRO);
  const [payment] = await paymentsOf(ada);
  expect(payment).toMatchObject({
    plan: 'Professional',
    amount: 29,
    currency: 'USD',
    status: 'paid',
    is_test: true,
  });
  const url = `/api/payments/${payment?.id}/receipt/`;
  const english = await ada.browser.get(url);
  expect(english.headers['content-type']).toContain('text/html');
  for (const text of [
    'Receipt',
    '$29.00',
    payment?.transaction_id ?? '',
    'nothing was charged',
    ada.username,
  ])
    expect(english.body).toContain(text);
  const turkish = await ada.browser.get(`${url}?language=tr`);
  for (const text of ['Makbuz', '$29,00', 'lang="tr"']) expect(turkish.body).toContain(text);
  const eve = await setup.createFreelancer();
  expect((await eve.browser.get(url)).statusCode).toBe(404);
  expect(await paymentsOf(eve)).toEqual([]);
});

test('limits follow the plan at once, and at the end of the period', async () => {
  const limit = async () => (await subscriptionOf(ada)).plan.storage_limit_gb;
  expect(await limit()).toBe(0.5);
  await buyInSandbox(setup, ada, PRO);
  expect(await limit()).toBe(10);
  await ada.browser.post('/api/subscription/cancel/');
  await passTime(setup, ada, 31 * DAY);
  expect(await limit()).toBe(0.5);
});

test('over the limit after the end nothing is deleted; creating stops, and clients can still view', async () => {
  await buyInSandbox(setup, ada, PRO);
  const client = await setup.createCustomer({ owner: ada });
  const create = (name: string) =>
    ada.browser.post('/api/projects/', { name, description: '', customer_id: client.id });
  for (const name of ['One', 'Two', 'Three', 'Four']) expect((await create(name)).statusCode).toBe(201);
  await ada.browser.post('/api/subscription/cancel/');
  setup.advance(31 * DAY);
  await passTime(setup, client, 0);
  await passTime(setup, ada, 0);
  const refused = await create('Five');
  expect([refused.statusCode, refused.json()]).toEqual([403, { detail: expect.any(String) }]);
  for (const person of [ada, client])
    expect((await person.browser.get('/api/projects/')).json()).toMatchObject({ count: 4 });
});

test("mails about money are sent to the payer, in the payer's language", async () => {
  const payer = await setup.createFreelancer();
  await setup.db.updateTable('users').set({ language: 'tr' }).where('id', '=', payer.id).execute();
  const { token } = await checkout(payer, PRO, 'tr');
  await payInSandbox(payer, token);
  await setup.runJobs();
  expect(setup.mails.at(-1)?.subject).toBe('Professional makbuzunuz: 899,00 TL');
  const { email } = await setup.db
    .selectFrom('email_addresses')
    .select('email')
    .where('user_id', '=', payer.id)
    .executeTakeFirstOrThrow();
  expect(setup.mails.at(-1)?.to).toBe(email);
  expect(setup.mails.at(-1)?.text).toContain('ücret alınmadı');
});

test('with payments off there is a sentence instead of a checkout', async () => {
  const off = await createTestApp({ PAYMENTS: 'off' });
  const person = await off.createFreelancer();
  const response = await person.browser.post('/api/checkout/checkout/', { subscription_plan: PRO });
  expect([response.statusCode, response.json()]).toEqual([
    503,
    { detail: 'Payments are not available on this installation.' },
  ]);
  expect((await person.browser.get('/api/checkout/settings/')).json()).toMatchObject({ gateway: 'off' });
  expect((await person.browser.post('/api/webhooks/stripe/', {})).statusCode).toBe(404);
  await off.close();
});
