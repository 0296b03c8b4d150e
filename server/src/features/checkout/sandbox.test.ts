import { monthsAfter } from '@vitrin/shared/rules/billing-periods.ts';
import type { Payment } from '@vitrin/shared/contract/checkout.ts';
import type { Page } from '@vitrin/shared/contract/common.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser } from '../../testing/browser.ts';
import { createCustomer, createFreelancer, type Person } from '../../testing/factories.ts';
import {
  checkout,
  DAY,
  ENTERPRISE,
  passTime,
  PRO,
  subscriptionOf,
  verify,
} from '../../testing/stripe-app.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let setup: TestApp;
let ada: Person;

beforeAll(async () => {
  setup = await createTestApp();
});
afterAll(() => setup.close());
beforeEach(async () => {
  await setup.runJobs();
  setup.mails.length = 0;
  ada = await createFreelancer(setup);
});

const STARTER = 1;
const now = () => setup.context.now().toISOString();
const payments = async (person: Person) =>
  (await person.browser.get('/api/payments/')).json<Page<Payment>>().results;

async function pay(person: Person, token: string, outcome: 'success' | 'failure' = 'success') {
  return person.browser.post('/api/checkout/sandbox/', { token, outcome });
}

async function buy(person: Person, plan: number): Promise<string> {
  const { token } = await checkout(person, plan);
  await pay(person, token);
  await setup.runJobs();
  return token;
}

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
  expect((await pay(ada, answer.token)).json()).toEqual({
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

test('a failed payment is failed for good; walking away leaves it pending; both leave the plan', async () => {
  const [failed, left] = [await checkout(ada, PRO), await checkout(ada, PRO)];
  await pay(ada, failed.token, 'failure');
  await pay(ada, failed.token, 'success');
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
  await Promise.all([pay(ada, token), pay(ada, token), pay(ada, token)]);
  await pay(ada, token);
  expect(await payments(ada)).toHaveLength(1);
});

test('two checkouts paid at the same moment leave one plan and one payment that counts', async () => {
  const [first, second] = [await checkout(ada, PRO), await checkout(ada, PRO)];
  await Promise.all([pay(ada, first.token), pay(ada, second.token)]);
  const [one, two] = [await verify(ada, first.token), await verify(ada, second.token)];
  expect(one.transaction_id).toBe(two.transaction_id);
  await setup.runJobs();
  expect((await payments(ada)).map(({ status }) => status).toSorted()).toEqual(['paid', 'refunded']);
  await passTime(setup, ada, 31 * DAY);
  await setup.runJobs();
  expect((await payments(ada)).filter(({ status }) => status === 'paid')).toHaveLength(2);
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
    await buy(ada, PRO);
    const again = () => ada.browser.post('/api/checkout/checkout/', { subscription_plan: PRO });
    expect((await again()).json()).toEqual({ subscription_plan: ['You are on this plan already.'] });
    await ada.browser.post('/api/subscription/cancel/');
    expect((await again()).statusCode).toBe(400);
  });
});

test('verify without a token says what is missing, in the language of the reader', async () => {
  const english = await ada.browser.post('/api/checkout/verify/', {});
  expect([english.statusCode, english.json()]).toEqual([400, { detail: 'Missing payment information.' }]);
  const turkish = await ada.browser.post('/api/checkout/verify/', { token: '' }, { 'accept-language': 'tr' });
  expect(turkish.json()).toEqual({ detail: 'Ödeme bilgileri eksik.' });
  const bare = await ada.browser.post('/api/checkout/verify/');
  expect([bare.statusCode, bare.json()]).toEqual([400, { detail: 'Missing payment information.' }]);
});

test("somebody else's token is not found, on every call that takes one", async () => {
  const { token } = await checkout(ada, PRO);
  const eve = await createFreelancer(setup);
  expect((await eve.browser.post('/api/checkout/verify/', { token })).statusCode).toBe(404);
  expect((await pay(eve, token)).statusCode).toBe(404);
  expect((await eve.browser.get(`/api/checkout/sandbox/?token=${token}`)).statusCode).toBe(404);
  expect((await pay(ada, 'made-up')).statusCode).toBe(404);
  expect(await verify(ada, token)).toMatchObject({ status: 'pending' });
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
  const customer = await createCustomer(setup, { owner: ada });
  expect((await createBrowser(setup.app).request({ method, url })).statusCode).toBe(401);
  expect((await customer.browser.request({ method, url })).statusCode).toBe(403);
});

test('the settings are for everybody', async () => {
  const response = await createBrowser(setup.app).get('/api/checkout/settings/');
  expect(response.json()).toEqual({ gateway: 'sandbox', contact_email: 'support@localhost' });
});

test('it renews by itself and keeps the day: 31 January, 28 February, 31 March', async () => {
  await passTime(setup, ada, (Date.parse('2027-01-31T09:00:00.000Z') - Date.parse(now())) / 1000);
  await buy(ada, PRO);
  const ends = ['2027-02-28T09:00:00.000Z', '2027-03-31T09:00:00.000Z', '2027-04-30T09:00:00.000Z'];
  for (const end of ends) {
    expect((await subscriptionOf(ada)).current_period_end).toBe(end);
    await passTime(setup, ada, (Date.parse(end) - Date.parse(now())) / 1000);
    expect(await subscriptionOf(ada)).toMatchObject({ status: 'past_due', plan: { name: 'Professional' } });
    await setup.runJobs();
    expect(await subscriptionOf(ada)).toMatchObject({ status: 'active' });
  }
  expect(await payments(ada)).toHaveLength(4);
});

test('cancelled: a mail says until when, nothing is renewed, and afterwards it is Starter', async () => {
  await buy(ada, PRO);
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
  expect(await payments(ada)).toHaveLength(1);
  expect((await ada.browser.post('/api/subscription/resume/')).statusCode).toBe(400);
  await buy(ada, PRO);
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Professional' }, status: 'active' });
});

test('cancelled by clicks at the same moment, one mail says so', async () => {
  await buy(ada, PRO);
  const cancel = () => ada.browser.post('/api/subscription/cancel/');
  const answers = await Promise.all([cancel(), cancel(), cancel()]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  await setup.runJobs();
  expect(setup.mails.filter(({ subject }) => subject === 'Your Professional plan is cancelled')).toHaveLength(
    1,
  );
});

test('resumed before the end, it renews', async () => {
  await buy(ada, PRO);
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

test('Professional to Enterprise: the new period starts now, and only the new plan renews', async () => {
  await buy(ada, PRO);
  setup.advance(10 * DAY);
  await buy(ada, ENTERPRISE);
  const end = monthsAfter(now(), 1);
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Enterprise' }, current_period_end: end });
  await passTime(setup, ada, (Date.parse(end) - Date.parse(now())) / 1000);
  await setup.runJobs();
  const plans = (await payments(ada)).map(({ plan }) => plan);
  expect(plans).toEqual(['Enterprise', 'Enterprise', 'Professional']);
});

test('older calls: details, choosing the current plan, a paid one, and the free one', async () => {
  const details = async () => (await ada.browser.get('/api/subscription/details')).json<unknown>();
  expect(await details()).toEqual({ plan: 'free', storageUsed: 0, projectCount: 0 });
  const select = (plan: string) => ada.browser.post('/api/subscription/select-plan', { plan });
  expect((await select('free')).statusCode).toBe(200);
  const paid = await select('pro');
  expect([paid.statusCode, paid.json()]).toEqual([402, { detail: expect.any(String) }]);
  expect((await select('gold')).statusCode).toBe(400);
  await buy(ada, PRO);
  expect(await details()).toMatchObject({ plan: 'pro' });
  expect((await select('enterprise')).statusCode).toBe(402);
  expect((await select('pro')).statusCode).toBe(200);
  expect((await select('free')).json()).toMatchObject({ plan: 'pro' });
  expect(await subscriptionOf(ada)).toMatchObject({ cancel_at_period_end: true });
});

test('the history has a receipt in both languages, and only for its owner', async () => {
  await buy(ada, PRO);
  const [payment] = await payments(ada);
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
  for (const text of ['Receipt', '$29.00', payment?.transaction_id ?? '', 'no money moved', ada.username])
    expect(english.body).toContain(text);
  const turkish = await ada.browser.get(`${url}?language=tr`);
  for (const text of ['Makbuz', '$29,00', 'lang="tr"']) expect(turkish.body).toContain(text);
  const eve = await createFreelancer(setup);
  expect((await eve.browser.get(url)).statusCode).toBe(404);
  expect(await payments(eve)).toEqual([]);
});

test('limits follow the plan at once, and at the end of the period', async () => {
  const limit = async () => (await subscriptionOf(ada)).plan.storage_limit_gb;
  expect(await limit()).toBe(0.5);
  await buy(ada, PRO);
  expect(await limit()).toBe(10);
  await ada.browser.post('/api/subscription/cancel/');
  await passTime(setup, ada, 31 * DAY);
  expect(await limit()).toBe(0.5);
});

test('over the limit after the end nothing is deleted; creating stops, and clients go on viewing', async () => {
  await buy(ada, PRO);
  const client = await createCustomer(setup, { owner: ada });
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

test('mails about money come in the language of the payer', async () => {
  await setup.db.updateTable('users').set({ language: 'tr' }).where('id', '=', ada.id).execute();
  const { token } = await checkout(ada, PRO, 'tr');
  await pay(ada, token);
  await setup.runJobs();
  expect(setup.mails.at(-1)?.subject).toBe('Professional makbuzunuz: ₺899,00');
  expect(setup.mails.at(-1)?.text).toContain('gerçek para hareketi olmadı');
});

test('with payments off there is a sentence instead of a checkout', async () => {
  const off = await createTestApp({ PAYMENTS: 'off' });
  const person = await createFreelancer(off);
  const response = await person.browser.post('/api/checkout/checkout/', { subscription_plan: PRO });
  expect([response.statusCode, response.json()]).toEqual([
    503,
    { detail: 'Payments are not available on this installation.' },
  ]);
  expect((await person.browser.get('/api/checkout/settings/')).json()).toMatchObject({ gateway: 'off' });
  expect((await person.browser.post('/api/webhooks/stripe/', {})).statusCode).toBe(404);
  await off.close();
});
