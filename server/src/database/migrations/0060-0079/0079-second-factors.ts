import type { Kysely } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { columnsOf, references } from '../../migration-columns.ts';

export const steps: readonly Step[] = [
  createFactors,
  ...references('second_factors', { user_id: 'users' }),
  createRecoveryCodes,
  ...references('recovery_codes', { user_id: 'users' }),
  trustBrowsers,
];

async function createFactors(db: Kysely<unknown>): Promise<void> {
  const { id, pointsAt, timestamp, bigint } = columnsOf(db);
  await db.schema
    .createTable('second_factors')
    .addColumn('id', 'integer', id)
    .addColumn('user_id', 'integer', (c) => pointsAt('users.id')(c).unique())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('last_step', bigint, (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('last_used_at', timestamp)
    .execute();
}

async function createRecoveryCodes(db: Kysely<unknown>): Promise<void> {
  const { id, pointsAt, timestamp, key } = columnsOf(db);
  await db.schema
    .createTable('recovery_codes')
    .addColumn('id', 'integer', id)
    .addColumn('user_id', 'integer', pointsAt('users.id'))
    .addColumn('code_hash', key, (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('used_at', timestamp)
    .addUniqueConstraint('recovery_codes_code', ['user_id', 'code_hash'])
    .execute();
}

async function trustBrowsers(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnsOf(db);
  await db.schema.alterTable('known_devices').addColumn('factor_trusted_until', timestamp).execute();
}
