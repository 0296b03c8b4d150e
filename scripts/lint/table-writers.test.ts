import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** The one folder that writes each table (docs/architecture.md); cascades are declared in the schema. */
const WRITERS: Record<string, string> = {
  users: 'features/users',
  email_addresses: 'features/auth',
  sessions: 'features/auth/sessions',
  known_devices: 'features/auth/devices',
  second_factors: 'features/auth/factors',
  recovery_codes: 'features/auth/factors',
  feeds: 'features/auth/feeds',
  support_requests: 'features/support',
  boards: 'features/analytics/boards',
  passkeys: 'features/auth/passkeys',
  used_challenges: 'features/auth/passkeys',
  social_accounts: 'features/auth/social',
  security_events: 'features/auth/security',
  take_backs: 'features/auth/security',
  tokens: 'features/auth/tokens',
  idempotency_keys: 'features/auth/tokens',
  invitations: 'features/customers',
  program_events: 'features/programs',
  endpoints: 'features/programs/endpoints',
  endpoint_deliveries: 'features/programs/endpoints',
  erasures: 'features/auth/erasure',
  erased_accounts: 'features/account',
  plans: 'features/plans',
  plan_texts: 'features/plans',
  plan_prices: 'features/plans',
  plan_capabilities: 'features/plans',
  subscriptions: 'features/plans',
  payments: 'features/checkout/payments',
  kept_payments: 'features/checkout/payments',
  legal_texts: 'features/checkout/legal',
  acceptances: 'features/checkout/legal',
  billing_details: 'features/checkout/billing',
  invoices: 'features/checkout/invoices',
  purchases: 'features/checkout',
  purchase_facts: 'features/checkout',
  webhook_events: 'features/checkout',
  events: 'features/events',
  event_days: 'features/events',
  event_hours: 'features/events',
  visits: 'features/events',
  deliveries: 'features/deliveries',
  plays: 'features/deliveries',
  ledger_heads: 'features/ledger',
  ledger_entries: 'features/ledger',
  ledger_people: 'features/ledger',
  ledger_waits: 'features/ledger',
  receipt_keys: 'features/ledger',
  projects: 'features/projects',
  milestones: 'features/milestones',
  versions: 'features/versions',
  sections: 'features/sections',
  links: 'features/links',
  files: 'features/files',
  derived_files: 'features/files',
  // Kept by triggers.
  file_sums: 'database',
  uploads: 'features/files/uploads',
  pictures: 'features/pictures',
  faces: 'features/faces',
  notices: 'features/notices',
  unwanted_notices: 'features/notices',
  exports: 'features/archives/export',
  export_entries: 'features/archives/export',
  imports: 'features/archives/import',
  import_entries: 'features/archives/import',
  import_marks: 'features/archives/import',
  brought_receipts: 'features/archives/import',
  brought_deliveries: 'features/archives/import',
  origins: 'features/archives/import/run',
  jobs: 'jobs',
  backup_drills: 'backup/drill',
  installation: 'database/read-only',
  // SQLite's own, of the numbers that it gave.
  sqlite_sequence: 'move',
  rate_limits: 'rate-limits',
  kysely_migration_lock: 'sql',
};

/**
 * Files that write tables of other features: imported rows with their original dates, and the row of the
 * upload that contains them (decision 0165).
 */
const BRINGERS: Record<string, readonly string[]> = {
  'features/archives/import/run/write-queries.ts': [
    'users',
    'faces',
    'unwanted_notices',
    'versions',
    'event_days',
    'event_hours',
  ],
  'features/archives/import/import-queries.ts': ['uploads'],
};

const WRITE = /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*'(\w+)'/g;
const WRITE_IN_SQL = /\b(?:insert\s+into|update|delete\s+from)\s+"?(\w+)"?\s+(?:set|where|values|\()/gi;

type Write = { file: string; table: string };

/** Every write in the code of the server; migrations and tests may write all tables. */
function writes(): Write[] {
  const files = globSync('{server,operator}/src/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/src\/testing\/|\/database\/migrations\//.test(file),
  );
  return files.flatMap((source) => {
    const code = readFileSync(path.join(root, source), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '');
    const file = source.slice(source.indexOf('/src/') + '/src/'.length);
    return [...code.matchAll(WRITE), ...code.matchAll(WRITE_IN_SQL)].map(([, table = '']) => ({
      file,
      table,
    }));
  });
}

describe('a table', () => {
  it('is written only by its own feature', () => {
    const found = writes();
    expect(found.length).toBeGreaterThan(5);
    const strangers = found.filter(({ file, table }) => {
      const owner = WRITERS[table];
      if (BRINGERS[file]?.includes(table)) return false;
      return owner === undefined || path.posix.dirname(file) !== owner;
    });
    expect(strangers).toEqual([]);
  });
});
