import { expect, test } from 'vitest';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { checkPlans } from './plans.ts';

const setup = await sharedTestApp();

test('the doctor names meaningless abilities of plans, and tokens that could open nothing', async () => {
  const look = () => checkPlans({ database: () => setup.db, config: setup.context.config });
  expect(await look()).toEqual([{ severity: 'ok', what: 'The abilities of all 3 plans can be read.' }]);
  const { id } = await setup.db
    .selectFrom('plans')
    .select('id')
    .where('code', '=', 'pro')
    .executeTakeFirstOrThrow();
  const set = (capability: string, value: string) =>
    setup.db
      .updateTable('plan_capabilities')
      .set({ value })
      .where('plan_id', '=', id)
      .where('capability', '=', capability)
      .execute();
  await set('tokens', 'many');
  expect(await look()).toEqual([
    {
      severity: 'warning',
      what: 'The plan Professional says "many" of tokens, which means nothing and counts as the least.',
      advice: 'Run npm run admin -- plans set pro tokens VALUE.',
    },
  ]);
  await set('tokens', '5');
  await set('token_scopes', '');
  expect(await look()).toMatchObject([
    { what: 'The plan Professional allows 5 tokens, and no scope that one could have.' },
  ]);
});

test('the doctor names a promised response time without a setting for support hours', async () => {
  const config = { ...setup.context.config };
  await setup.db
    .updateTable('plan_capabilities')
    .set({ value: '8' })
    .where('capability', '=', 'support_hours')
    .execute();
  const look = () => checkPlans({ database: () => setup.db, config });
  const found = (await look()).filter(({ what }) => what.includes('promises an answer within 8 hours'));
  expect(found).toHaveLength(3);
  config.supportHours = 'always';
  expect((await look()).filter(({ what }) => what.includes('promises'))).toEqual([]);
});
