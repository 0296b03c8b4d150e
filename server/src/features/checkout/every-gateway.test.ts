import { monthsAfter } from '@vitrin/shared/rules/money/billing-periods.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Differences,
  type Driver,
  iyzicoDriver,
  sandboxDriver,
  stripeDriver,
} from '../../testing/checkout/drivers.ts';
import type { Person } from '../../testing/factories.ts';
import { paymentsOf } from '../../testing/checkout/sandbox.ts';
import { DAY, ENTERPRISE, passTime, PRO, subscriptionOf, verify } from '../../testing/checkout/stripe-app.ts';

const GATEWAYS: [name: string, create: () => Promise<Driver>, differences: Differences][] = [
  ['test gateway', sandboxDriver, { refuses: false, resumes: true, rest: 'credit', linesOfLateMonth: 0 }],
  ['Stripe', stripeDriver, { refuses: true, resumes: true, rest: 'credit', linesOfLateMonth: 1 }],
  ['iyzico', iyzicoDriver, { refuses: true, resumes: false, rest: 'money', linesOfLateMonth: 2 }],
];

/** The application with a gateway, a new freelancer for each test, and the steps that the tests share. */
async function testsOf(create: () => Promise<Driver>) {
  const gateway = await create();
  const { setup } = gateway;
  const ada = {} as Person;
  afterAll(() => setup.close());
  beforeEach(async () => {
    await gateway.report();
    setup.mails.length = 0;
    Object.assign(ada, await setup.createFreelancer());
  });
  const periodEnd = async () => (await subscriptionOf(ada)).current_period_end ?? '';
  return {
    gateway,
    setup,
    ada,
    periodEnd,
    buy: async (plan: number) => {
      const token = await gateway.open(ada, plan);
      await gateway.pay(ada, token);
      await gateway.report();
      return token;
    },
    passMonth: async () => {
      const seconds = (Date.parse(await periodEnd()) - setup.context.now().getTime()) / 1000;
      await passTime(setup, ada, seconds);
    },
    planName: async () => (await subscriptionOf(ada)).plan.name,
    paidMonths: async () => (await paymentsOf(ada)).filter(({ status }) => status !== 'failed').length,
    mailsToAda: () => setup.mails.map(({ subject }) => subject),
  };
}

/** The state machine of decision 0041; gateways differ only where `differences` says so. */
describe.each(GATEWAYS)('%s', async (_name, create, { resumes, rest }) => {
  const { gateway, setup, ada, periodEnd, buy, passMonth, planName, paidMonths, mailsToAda } =
    await testsOf(create);

  test('a payment gives the plan for a month, with one receipt', async () => {
    const before = setup.context.now().toISOString();
    const token = await buy(PRO);
    expect(await verify(ada, token)).toMatchObject({ status: 'success', plan: 'Professional' });
    expect(await subscriptionOf(ada)).toMatchObject({
      plan: { name: 'Professional' },
      status: 'active',
      current_period_end: monthsAfter(before, 1),
    });
    expect(await paidMonths()).toBe(1);
    await gateway.reconcile();
    expect(mailsToAda().filter((subject) => subject.includes('Professional'))).toHaveLength(1);
  });

  test('a renewal is charged once and keeps the day of the month', async () => {
    const token = await buy(PRO);
    const first = await periodEnd();
    await passMonth();
    expect(await gateway.renew(token)).toBe(true);
    await gateway.report((messages) => [...messages, ...messages, ...messages]);
    expect(await periodEnd()).toBe(monthsAfter(first, 1));
    expect(await paidMonths()).toBe(2);
  });

  test('a lost report of a renewal is recovered by the daily question', async () => {
    const token = await buy(PRO);
    const first = await periodEnd();
    await passMonth();
    await gateway.renew(token);
    await gateway.report(() => []);
    await gateway.reconcile();
    expect(await periodEnd()).toBe(monthsAfter(first, 1));
  });

  test('cancelled, the plan stays until its end, and nothing is charged after that', async () => {
    const token = await buy(PRO);
    const end = await periodEnd();
    const cancelled = await ada.browser.post('/api/subscription/cancel/');
    expect(cancelled.json()).toMatchObject({ cancel_at_period_end: true, current_period_end: end });
    expect(await gateway.isCharging(token)).toBe(false);
    expect(await planName()).toBe('Professional');
    await passMonth();
    expect(await gateway.renew(token)).toBe(false);
    await gateway.reconcile();
    expect(await planName()).toBe('Starter');
    expect(await paidMonths()).toBe(1);
  });

  test('a cancellation that is reported twice has no second effect', async () => {
    await buy(PRO);
    for (let time = 0; time < 2; time++)
      expect((await ada.browser.post('/api/subscription/cancel/')).statusCode).toBe(200);
    await gateway.reconcile();
    expect(mailsToAda().filter((subject) => /cancel/i.test(subject))).toHaveLength(1);
  });

  test(`a cancellation is ${resumes ? 'taken back' : 'final'}`, async () => {
    const token = await buy(PRO);
    await ada.browser.post('/api/subscription/cancel/');
    await setup.runJobs();
    const notice = setup.mails.find(({ subject }) => /cancel/i.test(subject));
    expect(notice?.text.includes('you can resume it')).toBe(resumes);
    expect((await ada.browser.post('/api/subscription/resume/')).statusCode).toBe(resumes ? 200 : 400);
    expect(await gateway.isCharging(token)).toBe(resumes);
    expect(await subscriptionOf(ada)).toMatchObject({ cancel_at_period_end: !resumes });
  });

  test(`an upgrade ends the old plan, and the rest of its month is ${rest}`, async () => {
    const old = await buy(PRO);
    await passTime(setup, ada, 10 * DAY);
    await buy(ENTERPRISE);
    await gateway.reconcile();
    expect(await planName()).toBe('Enterprise');
    expect(await gateway.isCharging(old)).toBe(false);
    const replaced = (await paymentsOf(ada)).find(({ plan }) => plan === 'Professional');
    expect((replaced?.refunded_amount ?? 0) > 0).toBe(rest === 'money');
  });

  test('a plan bought twice is refunded once, in full', async () => {
    const [first, second] = [await gateway.open(ada, PRO), await gateway.open(ada, PRO)];
    for (const token of [first, second]) await gateway.pay(ada, token);
    // A payment at the moment of its end would be refunded for that.
    setup.advance(60);
    await gateway.report((messages) => messages.toReversed());
    await gateway.reconcile();
    const payments = await paymentsOf(ada);
    expect(payments.map(({ status }) => status).toSorted()).toEqual(['paid', 'refunded']);
    const charging = await Promise.all([first, second].map(gateway.isCharging));
    expect(charging.filter(Boolean)).toHaveLength(1);
  });
});

const REFUSING = GATEWAYS.filter(([, , { refuses }]) => refuses);

describe.each(REFUSING)('%s, which can refuse a renewal', async (_name, create, { linesOfLateMonth }) => {
  const { gateway, setup, ada, periodEnd, buy, passMonth, planName, paidMonths } = await testsOf(create);

  test('a refused renewal keeps the plan for three days, then it ends at the gateway too', async () => {
    const token = await buy(PRO);
    await passMonth();
    gateway.failRenewal(token);
    await gateway.report();
    expect(await subscriptionOf(ada)).toMatchObject({ status: 'past_due', plan: { name: 'Professional' } });
    await passTime(setup, ada, 3 * DAY - 1);
    await gateway.reconcile();
    expect(await planName()).toBe('Professional');
    await passTime(setup, ada, 1);
    await gateway.reconcile();
    expect([await planName(), await gateway.isCharging(token)]).toEqual(['Starter', false]);
  });

  test('a card that pays in the grace renews the month it was refused for', async () => {
    const token = await buy(PRO);
    const first = await periodEnd();
    await passMonth();
    gateway.failRenewal(token);
    await gateway.report();
    await passTime(setup, ada, DAY);
    gateway.payLate(token);
    await gateway.report((messages) => messages.toReversed());
    expect(await subscriptionOf(ada)).toMatchObject({
      status: 'active',
      current_period_end: monthsAfter(first, 1),
    });
    expect(await paidMonths()).toBe(2);
    expect((await paymentsOf(ada)).length).toBe(1 + linesOfLateMonth);
  });
});
