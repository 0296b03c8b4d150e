import type { Kysely } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { columnsOf, references } from '../migration-columns.ts';
import type { Schema } from '../schema.ts';

/** Values that plans begin with, by the code of the plan (specification 7.12). */
const VALUES: Record<string, Record<string, string>> = {
  free: {
    analytics: 'basic',
    tokens: '0',
    token_scopes: '',
    webhooks: '0',
    feeds: 'yes',
    support_hours: '0',
  },
  pro: {
    analytics: 'advanced',
    tokens: '5',
    token_scopes: 'read deliver',
    webhooks: '0',
    feeds: 'yes',
    support_hours: '0',
  },
  enterprise: {
    analytics: 'custom',
    tokens: '20',
    token_scopes: 'read deliver manage',
    webhooks: '10',
    feeds: 'yes',
    support_hours: '0',
  },
};

export const steps: readonly Step[] = [
  createTable,
  ...references('plan_capabilities', { plan_id: 'plans' }),
  insertValues,
];

async function createTable(db: Kysely<unknown>): Promise<void> {
  const { key, pointsAt } = columnsOf(db);
  await db.schema
    .createTable('plan_capabilities')
    .addColumn('plan_id', 'integer', pointsAt('plans.id'))
    .addColumn('capability', key, (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('plan_capabilities_pkey', ['plan_id', 'capability'])
    .execute();
}

async function insertValues(db: Kysely<unknown>): Promise<void> {
  const typed = db as Kysely<Schema>;
  const plans = await typed.selectFrom('plans').select(['id', 'code']).execute();
  const rows = plans.flatMap(({ id, code }) =>
    Object.entries(VALUES[code] ?? {}).map(([capability, value]) => ({ plan_id: id, capability, value })),
  );
  if (rows.length > 0) await typed.insertInto('plan_capabilities').values(rows).execute();
}
