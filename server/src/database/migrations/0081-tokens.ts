import type { Kysely } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { isPostgres } from '../connect.ts';
import { columnsOf, references } from '../migration-columns.ts';

export const steps: readonly Step[] = [
  createTokens,
  ...references('tokens', { user_id: 'users', project_id: 'projects' }),
  createKeys,
  ...references('idempotency_keys', { token_id: 'tokens' }),
];

async function createTokens(db: Kysely<unknown>): Promise<void> {
  const { id, key, timestamp, pointsAt } = columnsOf(db);
  await db.schema
    .createTable('tokens')
    .addColumn('id', 'integer', id)
    .addColumn('user_id', 'integer', pointsAt('users.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('token_hash', key, (c) => c.notNull().unique())
    .addColumn('scope', key, (c) => c.notNull())
    .addColumn('project_id', 'integer', (c) =>
      isPostgres(db) ? c : c.references('projects.id').onDelete('cascade'),
    )
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('expires_at', timestamp, (c) => c.notNull())
    .addColumn('last_used_at', timestamp)
    .execute();
  await db.schema.createIndex('tokens_user').on('tokens').columns(['user_id', 'id']).execute();
  await db.schema.createIndex('tokens_project').on('tokens').column('project_id').execute();
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  const { key, timestamp, pointsAt } = columnsOf(db);
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('token_id', 'integer', pointsAt('tokens.id'))
    .addColumn('key', key, (c) => c.notNull())
    .addColumn('request_hash', key, (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('headers', 'text')
    .addColumn('body', 'text')
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_pkey', ['token_id', 'key'])
    .execute();
  await db.schema.createIndex('idempotency_keys_age').on('idempotency_keys').column('created_at').execute();
}
