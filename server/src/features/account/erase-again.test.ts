import { expect, test } from 'vitest';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { eraseAgain } from './service.ts';

const setup = await sharedTestApp({ LOG_LEVEL: 'silent' });
const { db, context } = setup;

test('a freelancer and a client who are back with a backup are deleted again, and another account stays', async () => {
  const { owner, customer } = await setup.createDelivery();
  const other = await setup.createDelivery();
  setup.advance(60);
  const erased_at = context.now().toISOString();
  await db
    .insertInto('erased_accounts')
    .values([owner, customer].map(({ id: user_id }) => ({ user_id, erased_at })))
    .execute();
  await eraseAgain(context);
  await setup.runJobs();
  const left = await db.selectFrom('users').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual([other.owner.id, other.customer.id]);
});
