import { expect, test } from 'vitest';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { derivedBudget } from './budget.ts';

const MIB = 1024 * 1024;
const setup = await sharedTestApp();

test.each([
  ['a quarter of what a freelancer may store', 8, 2.125 * 1024 * MIB],
  ['at least 500 MB', 0, 500 * MIB],
])('the budget is %s', async (_, extra, bytes) => {
  const { id } = await setup.createFreelancer();
  await setup.db.updateTable('users').set({ extra_storage_gb: extra }).where('id', '=', id).execute();
  expect(await derivedBudget(setup.context, id)).toBe(bytes);
});

test('the owner of an installation sets another budget by DERIVED_MB', async () => {
  const { id } = await setup.createFreelancer();
  const config = { ...setup.config, derivedBytes: 7 * MIB };
  expect(await derivedBudget({ ...setup.context, config }, id)).toBe(7 * MIB);
});
