import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, key } = columnsOf(db);

  await db.schema
    .createTable('known_devices')
    .addColumn('id', 'integer', id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id_hash', key, (c) => c.notNull())
    .addColumn('last_seen', timestamp, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('known_devices_user')
    .on('known_devices')
    .columns(['user_id', 'id_hash'])
    .unique()
    .execute();
  await db.schema.createIndex('known_devices_age').on('known_devices').column('last_seen').execute();

  await db.schema
    .createTable('social_accounts')
    .addColumn('id', 'integer', id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('provider', key, (c) => c.notNull())
    .addColumn('uid', key, (c) => c.notNull())
    .addColumn('display', 'text', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('social_accounts_uid')
    .on('social_accounts')
    .columns(['provider', 'uid'])
    .unique()
    .execute();
  await db.schema.createIndex('social_accounts_user').on('social_accounts').column('user_id').execute();
}
