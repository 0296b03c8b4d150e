import type { Kysely } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { columnsOf, references } from '../migration-columns.ts';

export const steps: readonly Step[] = [
  createPasskeys,
  ...references('passkeys', { user_id: 'users' }),
  createUsedChallenges,
];

async function createPasskeys(db: Kysely<unknown>): Promise<void> {
  const { id, pointsAt, timestamp, bigint, key } = columnsOf(db);
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'integer', id)
    .addColumn('user_id', 'integer', pointsAt('users.id'))
    .addColumn('credential_id', key, (c) => c.notNull().unique())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('sign_count', bigint, (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('rp_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('last_used_at', timestamp)
    .execute();
  await db.schema.createIndex('passkeys_user_id').on('passkeys').column('user_id').execute();
}

async function createUsedChallenges(db: Kysely<unknown>): Promise<void> {
  const { timestamp, key } = columnsOf(db);
  await db.schema
    .createTable('used_challenges')
    .addColumn('challenge_hash', key, (c) => c.primaryKey())
    .addColumn('expires_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('used_challenges_expires_at')
    .on('used_challenges')
    .column('expires_at')
    .execute();
}
