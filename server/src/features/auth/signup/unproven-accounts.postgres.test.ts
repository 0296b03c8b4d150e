import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { timestampOf } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { AUTH, PASSWORD } from '../../../testing/accounts.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { lockAddress, proveAddress, sweepUnproven } from './unproven-accounts.ts';

const setup = await sharedTestApp();

async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(setup.db);
  return rows.length > 0;
}

test('an account that is verified while the sweep removes it stays', async () => {
  const email = 'in-time@example.com';
  await setup.createBrowser().post(`${AUTH}/auth/signup`, {
    username: 'in-time',
    email,
    password: PASSWORD,
  });
  const address = await setup.db
    .selectFrom('email_addresses')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  setup.advance(8 * 24 * 3600);
  let swept: Promise<void> | undefined;
  await inTransaction(setup.context, async (tx) => {
    await lockAddress(tx.db, address);
    await proveAddress(tx.db, address, timestampOf(setup.context));
    // The sweep has found the account, because it does not see this transaction yet, and waits to delete it.
    swept = sweepUnproven(setup.context);
    while (!(await isSomebodyWaiting())) await pause(5);
  });
  await swept;
  const names = await setup.db.selectFrom('users').select('username').execute();
  expect(names).toContainEqual({ username: 'in-time' });
});
