import { type Kysely, sql } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, key } = columnsOf(db);

  await db.schema
    .alterTable('users')
    .addColumn('verifications', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update users set verifications = 1
    where id in (select user_id from email_addresses where verified)`.execute(db);
  await sql`create index users_never_logged_in on users (created_at) where last_login_at is null`.execute(db);

  await db.schema.alterTable('email_addresses').addColumn('verified_at', timestamp).execute();
  await sql`update email_addresses set verified_at = created_at where verified`.execute(db);

  // A freelancer without a verified address has an identity with an unproven address.
  await sql`update social_accounts set pending_address_id =
      (select min(id) from email_addresses where email_addresses.user_id = social_accounts.user_id)
    where user_id in (select id from users where user_type = 'freelancer')
      and user_id not in (select user_id from email_addresses where verified)`.execute(db);

  await db.schema
    .createTable('security_events')
    .addColumn('id', 'integer', id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('detail', 'text')
    .addColumn('ip', 'text', (c) => c.notNull())
    .addColumn('device', 'text')
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('security_events_user')
    .on('security_events')
    .columns(['user_id', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('security_events_age').on('security_events').column('created_at').execute();

  await db.schema
    .createTable('take_backs')
    .addColumn('id', 'integer', id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('email', key, (c) => c.notNull())
    .addColumn('expires_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('take_backs_user')
    .on('take_backs')
    .columns(['user_id', 'email'])
    .unique()
    .execute();
  await db.schema.createIndex('take_backs_expiry').on('take_backs').column('expires_at').execute();
}
