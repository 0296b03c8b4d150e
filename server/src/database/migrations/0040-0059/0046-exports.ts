import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

/** Archives with everything of a freelancer: the contents of each, so that a download can be resumed byte for byte. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp, bigint, key } = columnsOf(db);
  await db.schema
    .createTable('exports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    // A new archive takes the place of the freelancer's earlier one.
    .addColumn('owner_id', 'integer', (c) => c.notNull().unique().references('users.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('object_key', key, (c) => c.notNull().unique())
    .addColumn('object_bytes', bigint)
    .addColumn('size_bytes', bigint)
    .addColumn('directory_at', bigint)
    .addColumn('entries', 'integer')
    .addColumn('projects', 'integer')
    .addColumn('files', 'integer')
    .addColumn('missing', 'integer')
    .addColumn('made_at', timestamp)
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('expires_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('exports_expiry').on('exports').column('expires_at').execute();
  await db.schema
    .createTable('export_entries')
    .addColumn('export_id', 'text', (c) => c.notNull().references('exports.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('storage_key', key, (c) => c.notNull())
    .addColumn('object_at', bigint, (c) => c.notNull())
    .addColumn('size_bytes', bigint, (c) => c.notNull())
    .addColumn('crc32', bigint, (c) => c.notNull())
    .addColumn('modified_at', timestamp, (c) => c.notNull())
    .addColumn('starts_at', bigint, (c) => c.notNull())
    .addColumn('listed_at', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('export_entries_key', ['export_id', 'number'])
    .execute();
  await db.schema
    .createIndex('export_entries_start')
    .on('export_entries')
    .columns(['export_id', 'starts_at'])
    .execute();
  // The deletion of objects finds those that an archive still holds.
  await db.schema.createIndex('export_entries_object').on('export_entries').column('storage_key').execute();
}
