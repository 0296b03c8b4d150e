import { expect, test } from 'vitest';
import { CARRIED } from '../../../testing/archives/carried-columns.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp();

/** Why the other columns of these tables stay. */
const LEFT: Record<string, Record<string, string>> = {
  users: {
    id: 'it is new',
    username_key: 'made of the name',
    folded_key: 'made of the name',
    name_key: 'made of the name',
    user_type: 'the table of records says it',
    password_hash: 'a secret',
    password_changed_at: 'of the password',
    time_zone: 'the browser says it',
    signup_network: 'of a sign-up here, for a week',
    owner_id: 'whoever brings it',
    extra_storage_gb: 'granted by the owner of the installation',
    verifications: 'of addresses, which stay',
    last_login_at: 'of the password',
  },
  faces: { owner_id: 'whoever brings it', changed_at: 'when it is brought', logo_bytes: 'drawn anew' },
  unwanted_notices: { user_id: 'whoever brings it', created_at: 'when it is brought' },
  subscriptions: {
    id: 'it is new',
    user_id: 'whoever brings it',
    purchase_id: 'paid to the installation',
    current_period_start: 'paid to the installation',
    current_period_end: 'paid to the installation',
    cancel_at_period_end: 'paid to the installation',
    created_at: 'of the installation',
  },
  projects: {
    owner_id: 'whoever brings it',
    name_key: 'made of the name',
    list_description: 'made of the description',
    milestones_total: 'counted anew',
    milestones_completed: 'counted anew',
    progress: 'counted anew',
    status: 'counted anew',
    text_bytes: 'counted anew',
  },
  milestones: { text_bytes: 'counted anew' },
  versions: { text_bytes: 'counted anew' },
  files: {
    owner_id: 'whoever brings it',
    ...Object.fromEntries(
      [
        'thumbnail_key',
        'thumbnail_large_key',
        'thumbnail_bytes',
        'thumbnail_large_bytes',
        'thumbnail_medium_key',
        'thumbnail_medium_bytes',
        'whole_key',
        'whole_bytes',
        'width',
        'height',
        'tint',
        'pages',
        'duration_ms',
        'preview_key',
        'preview_bytes',
        'preview_percent',
        'derived_round',
        'is_derived_away',
      ].map((column) => [column, 'made anew of the file']),
    ),
  },
  pictures: {
    owner_id: 'whoever brings it',
    is_stored: 'only stored ones come along',
    expires_at: 'only claimed ones come along',
  },
  events: { id: 'it is new', owner_id: 'whoever brings it' },
  event_days: { owner_id: 'whoever brings it', brought: 'all that is brought is' },
  event_hours: { owner_id: 'whoever brings it', brought: 'all that is brought is' },
  deliveries: { id: 'it is new', owner_id: 'whoever brings it' },
  brought_deliveries: { id: 'it is new' },
  origins: {
    id: 'it is new',
    owner_id: 'whoever brings it',
    import_id: 'of the installation',
    number: 'of the archive',
    brought_at: 'when it is brought',
  },
};

/** Tables of which nothing comes along. */
const WITHOUT: Record<string, string> = {
  derived_files: 'about what is made anew of the files',
  ...Object.fromEntries(
    [
      'email_addresses',
      'sessions',
      'known_devices',
      'social_accounts',
      'security_events',
      'take_backs',
      'rate_limits',
    ].map((table) => [table, 'of signing in, which every installation does by itself']),
  ),
  ...Object.fromEntries(
    ['plans', 'plan_texts', 'plan_prices', 'purchases', 'purchase_facts', 'payments', 'webhook_events'].map(
      (table) => [table, 'of what is sold and paid here'],
    ),
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
  jobs: 'work of this installation',
  notices: 'mails that were sent or are about to be',
  file_sums: 'counted anew',
  backup_drills: 'of the installation',
  installation: 'of the installation',
};

test('every column is carried by an archive, or left for a reason: decide about a new one here', async () => {
  const tables = await setup.db.introspection.getTables();
  const undecided: string[] = [];
  const gone = new Set(
    Object.entries(CARRIED).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
  );
  for (const { name: table, columns } of tables) {
    if (table in WITHOUT) continue;
    for (const { name } of columns) {
      const isCarried = CARRIED[table]?.includes(name) ?? false;
      const isLeft = LEFT[table]?.[name] !== undefined;
      if (isCarried === isLeft) undecided.push(`${table}.${name}`);
      gone.delete(`${table}.${name}`);
    }
  }
  expect(undecided).toEqual([]);
  expect([...gone]).toEqual([]);
});
