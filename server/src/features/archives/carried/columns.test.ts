import { expect, test } from 'vitest';
import { CARRIED } from '../../../testing/archives/carried-columns.ts';
import { ENTITIES } from './columns.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp();

/** Columns that archives leave out, in tables without records of their own and by the reasons in columns.ts. */
const LEFT: Record<string, readonly string[]> = {
  unwanted_notices: ['user_id', 'created_at'],
  subscriptions: [
    'id',
    'user_id',
    // Paid to the installation.
    'purchase_id',
    'current_period_start',
    'current_period_end',
    'cancel_at_period_end',
    'created_at',
  ],
  ...Object.fromEntries(
    ENTITIES.map(({ table, fields }) => [
      table,
      fields.filter(({ how }) => how === 'left').map(({ column }) => column),
    ]),
  ),
};

/** Tables that archives leave out, with the reason. */
const WITHOUT: Record<string, string> = {
  derived_files: 'about what is made anew of the files',
  ...Object.fromEntries(
    [
      'email_addresses',
      'sessions',
      'known_devices',
      'second_factors',
      'recovery_codes',
      'feeds',
      'passkeys',
      'used_challenges',
      'social_accounts',
      'security_events',
      'take_backs',
      'invitations',
      'tokens',
      'idempotency_keys',
      'rate_limits',
    ].map((table) => [table, 'of signing in, which every installation does by itself']),
  ),
  ...Object.fromEntries(
    [
      'support_requests',
      'boards',
      'plans',
      'plan_texts',
      'plan_prices',
      'plan_capabilities',
      'billing_details',
      'purchases',
      'purchase_facts',
      'payments',
      'webhook_events',
    ].map((table) => [table, 'of what is sold and paid here']),
  ),
  ...Object.fromEntries(
    ['ledger_heads', 'ledger_entries', 'ledger_people', 'receipt_keys'].map((table) => [
      table,
      'comes along as a receipt, which the key of this installation signs',
    ]),
  ),
  ...Object.fromEntries(
    ['exports', 'export_entries', 'imports', 'import_entries', 'import_marks', 'uploads'].map((table) => [
      table,
      'on its way',
    ]),
  ),
  ledger_waits: 'made anew for the versions that still wait',
  erasures: 'about the account here',
  erased_accounts: 'about accounts here',
  kept_payments: 'of what is paid here',
  legal_texts: 'of what is paid here',
  acceptances: 'of what is paid here',
  invoices: 'of what is paid here',
  jobs: 'work of this installation',
  notices: 'mails that were sent or are about to be',
  program_events: 'for programs that ask this installation',
  endpoints: 'secrets, which this installation alone can open',
  endpoint_deliveries: 'work of this installation',
  file_sums: 'counted anew',
  backup_drills: 'of the installation',
  installation: 'of the installation',
};

test('every column is carried by an archive, or left out for a reason: decide about a new one here', async () => {
  const tables = await setup.db.introspection.getTables();
  const undecided: string[] = [];
  const gone = new Set(
    Object.entries(CARRIED).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
  );
  for (const { name: table, columns } of tables) {
    if (table in WITHOUT) continue;
    for (const { name } of columns) {
      const isCarried = CARRIED[table]?.includes(name) ?? false;
      const isLeft = LEFT[table]?.includes(name) ?? false;
      if (isCarried === isLeft) undecided.push(`${table}.${name}`);
      gone.delete(`${table}.${name}`);
    }
  }
  expect(undecided).toEqual([]);
  expect([...gone]).toEqual([]);
});
