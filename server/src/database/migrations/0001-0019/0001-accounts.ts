import { type Kysely, sql } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, double, key } = columnsOf(db);

  await db.schema
    .createTable('users')
    .addColumn('id', 'integer', id)
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_key', key, (c) => c.notNull().unique())
    .addColumn('name_key', key, (c) => c.notNull())
    .addColumn('user_type', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('password_changed_at', timestamp)
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('owner_id', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('extra_storage_gb', double, (c) => c.notNull().defaultTo(0))
    .addColumn('last_login_at', timestamp)
    .addColumn('last_seen', timestamp)
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('users_owner').on('users').columns(['owner_id', 'name_key', 'id']).execute();

  await db.schema
    .createTable('email_addresses')
    .addColumn('id', 'integer', id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('email', key, (c) => c.notNull())
    .addColumn('verified', 'boolean', (c) => c.notNull())
    .addColumn('is_primary', 'boolean', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('email_addresses_user')
    .on('email_addresses')
    .columns(['user_id', 'email'])
    .unique()
    .execute();
  await db.schema.createIndex('email_addresses_email').on('email_addresses').column('email').execute();
  // Only one account may have an address verified.
  await sql`create unique index email_addresses_verified on email_addresses (email) where verified`.execute(
    db,
  );

  await db.schema
    .createTable('sessions')
    .addColumn('id', 'integer', id)
    .addColumn('id_hash', key, (c) => c.notNull().unique())
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('ip', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('last_seen', timestamp, (c) => c.notNull())
    .addColumn('expires_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
  await db.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute();

  await db.schema
    .createTable('rate_limits')
    .addColumn('key', key, (c) => c.primaryKey())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('started_at', timestamp, (c) => c.notNull())
    .addColumn('expires_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('rate_limits_expiry').on('rate_limits').column('expires_at').execute();
}
