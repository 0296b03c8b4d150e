import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnsOf(db);
  await db.schema.alterTable('users').addColumn('display_name', 'text').execute();
  await db.schema
    .createTable('faces')
    .addColumn('owner_id', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('accent', 'text')
    .addColumn('greeting', 'text')
    .addColumn('contact', 'text')
    .addColumn('logo_key', 'text')
    .addColumn('logo_bytes', 'integer')
    .addColumn('logo_width', 'integer')
    .addColumn('logo_height', 'integer')
    .addColumn('changed_at', timestamp, (c) => c.notNull())
    .execute();
}
