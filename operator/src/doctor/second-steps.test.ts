import { expect, test } from 'vitest';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { checkSecondSteps } from './second-steps.ts';

const setup = await sharedTestApp();

const look = (requiresFactor: boolean) =>
  checkSecondSteps({ database: () => setup.db, config: { ...setup.context.config, requiresFactor } });

test('the doctor counts freelancers without an app where a second step is required, and no customers', async () => {
  await setup.registerAccount('counted-first');
  await setup.registerAccount('counted-second');
  await setup.createCustomer();
  const [found] = await look(true);
  const freelancers = await setup.db
    .selectFrom('users')
    .select('id')
    .where('user_type', '=', 'freelancer')
    .orderBy('id')
    .execute();
  expect(freelancers.length).toBeGreaterThan(1);
  expect(found).toMatchObject({
    severity: 'note',
    what: `REQUIRE_SECOND_FACTOR is set, and freelancers without an authenticator app: ${freelancers.length}.`,
  });
  expect(await look(false)).toEqual([
    { severity: 'ok', what: 'A second step at login is up to each account.' },
  ]);
  const factors = freelancers.map(({ id }) => ({
    user_id: id,
    secret: 'sealed',
    last_step: 0,
    created_at: '2026-01-01T00:00:00.000Z',
  }));
  await setup.db.insertInto('second_factors').values(factors.slice(1)).execute();
  expect((await look(true))[0]?.what).toMatch(/app: 1\.$/);
  await setup.db.insertInto('second_factors').values(factors.slice(0, 1)).execute();
  expect(await look(true)).toEqual([{ severity: 'ok', what: 'Every freelancer has an authenticator app.' }]);
});
