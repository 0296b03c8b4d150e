import type { Plan } from '@vitrin/shared/contract/plans.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import type { Page } from '@vitrin/shared/contract/common.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Person } from '@vitrin/server/testing/factories.ts';
import {
  checkout,
  DAY,
  ENTERPRISE,
  passTime,
  PRO,
  subscriptionOf,
} from '@vitrin/server/testing/checkout/stripe-app.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { runCommand } from './commands.ts';

let ada: Person;

const setup = await sharedTestApp();
beforeEach(async () => {
  ada = await setup.createFreelancer();
});

const run = (...words: string[]) => runCommand(setup.context, words);
const buy = async (plan: number) => {
  const { token } = await checkout(ada, plan);
  await ada.browser.post('/api/checkout/sandbox/', { token, outcome: 'success' });
};

test('storage is granted on top of the plan, by name in any case', async () => {
  expect(await run('grant-storage', ada.username.toUpperCase(), '2.5')).toContain('2.5 GB');
  const user = (await ada.browser.get(`/api/users/${ada.id}/`)).json<User>();
  expect(user.extra_storage_gb).toBe(2.5);
});

test('a plan is granted until the end of a day, without a payment, and then it is Starter', async () => {
  expect(await run('set-plan', ada.username, 'pro', '--until', '2026-12-24')).toContain('through 2026-12-24');
  expect(await subscriptionOf(ada)).toMatchObject({
    plan: { name: 'Professional' },
    current_period_end: '2026-12-25T12:00:00.000Z',
    cancel_at_period_end: true,
    is_given: true,
  });
  expect((await ada.browser.get('/api/payments/')).json()).toMatchObject({ count: 0 });
  expect((await ada.browser.post('/api/subscription/resume/')).statusCode).toBe(400);
  await passTime(setup, ada, 36 * DAY);
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Starter' } });
});

test('a granted plan is extended, changed, revoked, and replaced by a purchase', async () => {
  await run('set-plan', ada.username, 'pro', '--until', '2027-06-30');
  setup.advance(60);
  await run('set-plan', ada.username, 'pro', '--until', '2027-12-31');
  expect(await subscriptionOf(ada)).toMatchObject({ current_period_end: '2028-01-01T12:00:00.000Z' });
  await run('set-plan', ada.username, 'enterprise', '--until', '2027-12-31');
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Enterprise' } });
  await run('set-plan', ada.username, 'free');
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Starter' } });
  await run('set-plan', ada.username, 'pro', '--until', '2027-12-31');
  setup.advance(60);
  await buy(ENTERPRISE);
  await setup.runJobs();
  expect(await subscriptionOf(ada)).toMatchObject({
    plan: { name: 'Enterprise' },
    cancel_at_period_end: false,
    is_given: false,
  });
});

test('a paying freelancer is not granted another plan', async () => {
  await buy(PRO);
  await expect(run('set-plan', ada.username, 'enterprise', '--until', '2027-12-31')).rejects.toThrow(
    'payments.paid_plan_runs',
  );
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Professional' } });
});

test('plans are listed, and a new price is for new purchases', async () => {
  expect(await run('plans')).toContain('pro (Professional), popular\n  prices: 29.00 USD, 899.00 TRY');
  await buy(PRO);
  expect(await run('plans', 'set', 'pro', 'price-usd', '31.50')).toContain('31.50 USD');
  const plans = (await setup.createBrowser().get('/api/subscription_plans/')).json<Page<Plan>>().results;
  expect(plans[1]?.price_per_period).toBe(31.5);
  await passTime(setup, ada, 31 * DAY);
  await setup.runJobs();
  const { results } = (await ada.browser.get('/api/payments/')).json<{ results: { amount: number }[] }>();
  expect(results.map(({ amount }) => amount)).toEqual([29, 29]);
  expect(await run('plans', 'set', 'pro', 'price-usd', '0.50')).toContain('0.50 USD');
  await run('plans', 'set', 'pro', 'price-usd', '29');
});

test('texts, limits and the popular mark can be changed', async () => {
  await run('plans', 'set', 'enterprise', 'features-en', 'One; Two');
  await run('plans', 'set', 'enterprise', 'description-tr', 'Büyük işler için.');
  await run('plans', 'set', 'enterprise', 'token-scopes', 'deliver read');
  expect(await run('plans', 'set', 'enterprise', 'support-hours', '8')).toContain(
    'token_scopes: read deliver',
  );
  expect(await run('plans', 'set', 'enterprise', 'token-scopes', 'none')).toContain('token_scopes: none');
  await run('plans', 'set', 'enterprise', 'projects', '500');
  await run('plans', 'set', 'enterprise', 'storage-gb', '200');
  await run('plans', 'set', 'enterprise', 'popular', 'yes');
  expect((await run('plans')).split('Büyük işler için.')).toHaveLength(2);
  const guest = setup.createBrowser();
  const [english, turkish] = await Promise.all(
    ['en', 'tr'].map(async (language) => {
      const answer = await guest.get('/api/subscription_plans/', { 'accept-language': language });
      return answer.json<Page<Plan>>().results[2];
    }),
  );
  expect(english).toMatchObject({
    // Sentences about the plan's abilities follow those of the owner.
    features: ['One', 'Two', 'Up to 20 tokens for programs', 'Up to 10 webhooks'],
    project_limit: 500,
    storage_limit_gb: 200,
    is_popular: true,
  });
  expect(turkish).toMatchObject({ description: 'Büyük işler için.', name: 'Enterprise' });
});

test('each plan is listed with its own abilities', async () => {
  for (const [code, hours] of [
    ['free', '0'],
    ['pro', '7'],
    ['enterprise', '3'],
  ] as const)
    await run('plans', 'set', code, 'support-hours', hours);
  const listed = (await run('plans')).split('\n\n');
  const hours = listed.map((plan) => plan.match(/support_hours: \w+/g)?.map((each) => each.split(' ')[1]));
  expect(hours).toEqual([['0'], ['7'], ['3']]);
});

test('one plan at a time is the popular one', async () => {
  const popular = async () => {
    const answer = await setup.createBrowser().get('/api/subscription_plans/');
    const plans = answer.json<Page<Plan>>().results;
    return plans.filter(({ is_popular }) => is_popular).map(({ name }) => name);
  };
  await run('plans', 'set', 'enterprise', 'popular', 'yes');
  expect(await popular()).toEqual(['Enterprise']);
  await run('plans', 'set', 'enterprise', 'popular', 'no');
  expect(await popular()).toEqual([]);
  await run('plans', 'set', 'pro', 'popular', 'yes');
  expect(await popular()).toEqual(['Professional']);
});

test('the last day of a granted plan may be today, and lasts until it is over in every time zone', async () => {
  const today = setup.context.now().toISOString().slice(0, 10);
  await run('set-plan', ada.username, 'pro', '--until', today);
  const { current_period_end } = await subscriptionOf(ada);
  expect(Date.parse(current_period_end ?? '')).toBe(Date.parse(today) + 36 * 3600 * 1000);
});

test.each(['', '-1', 'much', '1e3', '1000001', 'NaN', '1,5'])('storage of %j is refused', async (amount) => {
  await expect(run('grant-storage', ada.username, amount)).rejects.toThrow('GB must be a number');
  expect((await ada.browser.get(`/api/users/${ada.id}/`)).json<User>().extra_storage_gb).toBe(0);
});

test('storage is a single number', async () => {
  await expect(run('grant-storage', ada.username, '2', '5')).rejects.toThrow('"5" is too much.');
});

test('extra storage is revoked with 0', async () => {
  await run('grant-storage', ada.username, '3');
  await run('grant-storage', ada.username, '0');
  expect((await ada.browser.get(`/api/users/${ada.id}/`)).json<User>().extra_storage_gb).toBe(0);
});

test('customers have no plan and no storage', async () => {
  const customer = await setup.createCustomer({ owner: ada });
  await expect(run('grant-storage', customer.username, '5')).rejects.toThrow('is a customer');
  await expect(run('set-plan', customer.username, 'free')).rejects.toThrow('is a customer');
});

test.each([
  [[], 'Commands:'],
  [['toString'], 'Commands:'],
  [['grant-storage'], 'The name of a user is missing.'],
  [['grant-storage', 'nobody', '5'], 'There is no user nobody.'],
  [['plans', 'drop'], 'plans drop is unknown.'],
  [['plans', 'set', 'pro', 'price-usd', '29.999'], 'A price looks like'],
  [['plans', 'set', 'pro', 'price-usd', '-1'], 'A price looks like'],
  [['plans', 'set', 'gold', 'price-usd', '1'], 'There is no plan gold.'],
  [['plans', 'set', 'free', 'price-usd', '1'], 'The free plan has no price'],
  [['plans', 'set', 'pro', 'price-try', '0'], 'Only the free plan costs nothing'],
  [['plans', 'set', 'pro', 'price-usd', '0.00'], 'Only the free plan costs nothing'],
  [['plans', 'set', 'pro', 'price-usd', '0.49'], 'Stripe charges nothing below 0.50 USD.'],
  [['plans', 'set', 'pro', 'price-usd', '1e3'], 'A price looks like'],
  [['plans', 'set', 'pro', 'price-usd', '29,90'], 'A price looks like'],
  [['plans', 'set', 'pro', 'storage-gb', 'much'], 'VALUE must be a number.'],
  [['plans', 'set', 'pro', 'storage-gb', '-1'], 'VALUE must be a number.'],
  [['plans', 'set', 'pro', 'projects', 'all'], 'VALUE must be a number.'],
  [['plans', 'set', 'pro', 'projects', '2.5'], 'VALUE must be a whole number.'],
  [['plans', 'set', 'pro', 'tokens', 'many'], 'VALUE must be a whole number up to 1000.'],
  [['plans', 'set', 'pro', 'token-scopes', 'read write'], 'VALUE must be some of read, deliver, manage'],
  [['plans', 'set', 'pro', 'feeds', 'perhaps'], 'VALUE must be yes, no.'],
  [['plans', 'set', 'pro', 'popular', 'perhaps'], 'VALUE must be yes or no.'],
  [['plans', 'set', 'pro', 'description-en', '  '], 'VALUE must not be empty.'],
  [['plans', 'set', 'pro', 'features-tr', ' ; '], 'VALUE must not be empty.'],
  [['plans', 'set', 'pro', 'price-usd'], 'FIELD and VALUE are needed.'],
  [['plans', 'set', 'pro', 'description-en', 'For', 'small', 'teams'], '"small teams" is too much.'],
  [['plans', 'set', 'pro', 'name', 'x'], 'FIELD and VALUE are needed.'],
])('a wrong call reports the mistake and the usage: %j', async (words, sentence) => {
  await expect(run(...words)).rejects.toThrow(sentence);
  await expect(run(...words)).rejects.toThrow('npm run admin -- ');
});

test.each([
  [['gold'], 'free, pro or enterprise'],
  [['pro'], '--until DATE is missing.'],
  [['pro', '--until', '2027-02-30'], 'DATE must be a day'],
  [['pro', '--until', '2026-01-01'], 'DATE must lie ahead.'],
  [['pro', '--until', '31.01.2027'], 'DATE must be a day'],
  [['pro', '--until'], 'DATE must be a day'],
  [['pro', '--until', '2027-01-31', '2027-02-28'], '"2027-02-28" is too much.'],
  [['free', '--until', '2027-01-31'], '"--until 2027-01-31" is too much.'],
  [['pro', '2027-01-31'], '--until DATE is missing.'],
  [[], 'free, pro or enterprise'],
])('a plan cannot be set like this: %j', async (words, sentence) => {
  await expect(run('set-plan', ada.username, ...words)).rejects.toThrow(sentence);
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Starter' } });
});

test('a freelancer who was granted a plan earlier and pays now is not granted another', async () => {
  await run('set-plan', ada.username, 'pro', '--until', '2027-06-30');
  await run('set-plan', ada.username, 'free');
  setup.advance(60);
  await buy(PRO);
  await expect(run('set-plan', ada.username, 'enterprise', '--until', '2027-12-31')).rejects.toThrow(
    'payments.paid_plan_runs',
  );
});
