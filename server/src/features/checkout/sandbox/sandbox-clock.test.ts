import { monthsAfter } from '@vitrin/shared/rules/money/billing-periods.ts';
import { expect, test } from 'vitest';
import { sandboxTests } from '../../../testing/checkout/checkout-tests.ts';
import { buyInSandbox } from '../../../testing/checkout/sandbox.ts';
import { DAY, passTime, PRO, subscriptionOf } from '../../../testing/checkout/stripe-app.ts';
import { JUMPS, whileAhead } from '../../../testing/checkout/wrong-clock.ts';

const { setup, ada } = await sandboxTests();

const now = () => setup.context.now().toISOString();
const periods = () =>
  setup.db
    .selectFrom('payments')
    .select(['period_start', 'period_end'])
    .where('user_id', '=', ada.id)
    .orderBy('period_start')
    .execute();

/** The first `count` months from the purchase on, each once. */
const monthsFrom = (bought: string, count: number) =>
  Array.from({ length: count }, (_, month) => ({
    period_start: monthsAfter(bought, month),
    period_end: monthsAfter(bought, month + 1),
  }));

const PAID_AHEAD = { 'an hour': 1, 'five weeks': 2, 'a year': 13 };

test.each(JUMPS)(
  'a clock %s ahead pays no month twice, and none before its time afterwards',
  async (name, seconds) => {
    const bought = now();
    await buyInSandbox(setup, ada, PRO);
    await whileAhead(setup, ada, seconds);
    const paid = PAID_AHEAD[name];
    expect(await periods()).toEqual(monthsFrom(bought, paid));
    expect(await subscriptionOf(ada)).toMatchObject({
      plan: { name: 'Professional' },
      status: 'active',
      current_period_end: monthsAfter(bought, paid),
    });
    // Every day until the day before the end, and at the end.
    while (now() < monthsAfter(bought, paid)) {
      await passTime(setup, ada, DAY);
      await setup.runJobs();
      const isDue = now() >= monthsAfter(bought, paid);
      expect(await periods()).toEqual(monthsFrom(bought, isDue ? paid + 1 : paid));
    }
    expect(await subscriptionOf(ada)).toMatchObject({ status: 'active' });
  },
);

test('cancelled while the clock is ahead, it ends with what is paid', async () => {
  const bought = now();
  await buyInSandbox(setup, ada, PRO);
  await whileAhead(setup, ada, 31 * DAY, async () => {
    await ada.browser.post('/api/subscription/cancel/');
  });
  await passTime(setup, ada, 61 * DAY - 3600);
  await setup.runJobs();
  expect(await periods()).toEqual(monthsFrom(bought, 2));
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Professional' } });
  await passTime(setup, ada, DAY);
  await setup.runJobs();
  expect(await periods()).toEqual(monthsFrom(bought, 2));
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Starter' } });
});
