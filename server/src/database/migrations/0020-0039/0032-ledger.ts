import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp, key } = columnsOf(db);
  await db.schema
    .createTable('ledger_heads')
    // No reference: the head outlives its project.
    .addColumn('project_id', 'integer', (c) => c.primaryKey())
    .addColumn('ledger', 'text', (c) => c.notNull())
    .addColumn('entries', 'integer', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('ended_at', timestamp)
    .addColumn('signature', 'text')
    .execute();
  await db.schema
    .createTable('ledger_entries')
    .addColumn('project_id', 'integer', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('line', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('ledger_entries_key', ['project_id', 'number'])
    .execute();
  await db.schema
    .createTable('ledger_people')
    .addColumn('project_id', 'integer', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('salt', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('ledger_people_key', ['project_id', 'user_id'])
    .execute();
  await db.schema.createIndex('ledger_people_user').on('ledger_people').column('user_id').execute();
  await db.schema
    .createTable('receipt_keys')
    .addColumn('public_key', key, (c) => c.primaryKey())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();
}
