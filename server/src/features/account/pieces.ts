import type { Rows } from './erase-queries.ts';

/** A test holds these lists to the schema; foreign keys delete the few rows that are left. */

/** Rows of a project, deleted before its files, its texts and the project itself. */
export const OF_PROJECT: readonly Rows[] = [
  { table: 'events', key: ['id'], of: 'project_id' },
  { table: 'deliveries', key: ['id'], of: 'project_id' },
  { table: 'brought_deliveries', key: ['id'], of: 'project_id' },
  { table: 'plays', key: ['file_id', 'user_id', 'device'], of: 'project_id' },
  { table: 'visits', key: ['user_id', 'project_id'], of: 'project_id' },
  { table: 'notices', key: ['id'], of: 'project_id' },
  { table: 'program_events', key: ['id'], of: 'project_id' },
  { table: 'ledger_people', key: ['project_id', 'user_id'], of: 'project_id' },
  { table: 'ledger_waits', key: ['version_id'], of: 'project_id' },
  { table: 'ledger_entries', key: ['project_id', 'number'], of: 'project_id' },
];

/** Rows of a project that are deleted after its files. */
export const TEXTS_OF_PROJECT: readonly Rows[] = [
  { table: 'milestones', key: ['id'], of: 'project_id' },
  { table: 'versions', key: ['id'], of: 'project_id' },
];

export const OF_PERSON: readonly Rows[] = [
  { table: 'sessions', key: ['id'], of: 'user_id' },
  { table: 'known_devices', key: ['id'], of: 'user_id' },
  { table: 'second_factors', key: ['id'], of: 'user_id' },
  { table: 'recovery_codes', key: ['id'], of: 'user_id' },
  { table: 'feeds', key: ['id'], of: 'user_id' },
  { table: 'support_requests', key: ['id'], of: 'user_id' },
  { table: 'boards', key: ['id'], of: 'owner_id' },
  { table: 'billing_details', key: ['user_id'], of: 'user_id' },
  { table: 'passkeys', key: ['id'], of: 'user_id' },
  { table: 'social_accounts', key: ['id'], of: 'user_id' },
  { table: 'email_addresses', key: ['id'], of: 'user_id' },
  { table: 'take_backs', key: ['id'], of: 'user_id' },
  { table: 'invitations', key: ['user_id'], of: 'user_id' },
  { table: 'tokens', key: ['id'], of: 'user_id' },
  { table: 'security_events', key: ['id'], of: 'user_id' },
  { table: 'unwanted_notices', key: ['user_id', 'kind'], of: 'user_id' },
  { table: 'notices', key: ['id'], of: 'user_id' },
  { table: 'events', key: ['id'], of: 'user_id' },
  { table: 'deliveries', key: ['id'], of: 'user_id' },
  { table: 'brought_deliveries', key: ['id'], of: 'user_id' },
  { table: 'plays', key: ['file_id', 'user_id', 'device'], of: 'user_id' },
  { table: 'program_events', key: ['id'], of: 'client_id' },
  { table: 'visits', key: ['user_id', 'project_id'], of: 'user_id' },
  { table: 'ledger_people', key: ['project_id', 'user_id'], of: 'user_id' },
];

/** Facts of projects, which the removal of a person from a customer leaves (specification 3.22). */
const FACTS: ReadonlySet<string> = new Set([
  'events',
  'deliveries',
  'brought_deliveries',
  'plays',
  'program_events',
  'visits',
  'ledger_people',
]);

export const OF_ACCOUNT: readonly Rows[] = OF_PERSON.filter(({ table }) => !FACTS.has(table));

export const OF_FREELANCER: readonly Rows[] = [
  { table: 'endpoints', key: ['id'], of: 'owner_id' },
  { table: 'program_events', key: ['id'], of: 'owner_id' },
  { table: 'origins', key: ['id'], of: 'owner_id' },
  { table: 'event_days', key: ['owner_id', 'day', 'kind'], of: 'owner_id' },
  { table: 'event_hours', key: ['owner_id', 'hour', 'kind'], of: 'owner_id' },
];
