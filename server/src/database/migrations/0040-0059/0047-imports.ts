import type { Kysely } from 'kysely';
import { columnsOf, references } from '../../migration-columns.ts';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';

export const steps: readonly Step[] = [
  createImports,
  createImportedReceipts,
  ...references('brought_receipts', { project_id: 'projects' }),
];

async function createImports(db: Kysely<unknown>): Promise<void> {
  const { timestamp, bigint, key } = columnsOf(db);
  await db.schema
    .createTable('imports')
    // That of the upload which brings the archive and holds its space; the upload is gone once the import has ended.
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('owner_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('problem', 'text')
    .addColumn('archive', 'text')
    .addColumn('summary', 'text')
    .addColumn('total_bytes', bigint, (c) => c.notNull())
    .addColumn('done_bytes', bigint, (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('ended_at', timestamp)
    .execute();
  await db.schema.createIndex('imports_owner').on('imports').columns(['owner_id', 'created_at']).execute();
  await db.schema
    .createTable('import_entries')
    .addColumn('import_id', 'text', (c) => c.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('name', key, (c) => c.notNull())
    .addColumn('starts_at', bigint, (c) => c.notNull())
    .addColumn('size_bytes', bigint, (c) => c.notNull())
    .addColumn('crc32', bigint, (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('modified_at', timestamp, (c) => c.notNull())
    .addColumn('storage_key', key, (c) => c.unique())
    .addColumn('media_type', 'text')
    .addPrimaryKeyConstraint('import_entries_key', ['import_id', 'number'])
    .execute();
  await db.schema
    .createIndex('import_entries_name')
    .unique()
    .on('import_entries')
    .columns(['import_id', 'name'])
    .execute();
  await db.schema
    .createTable('import_marks')
    .addColumn('import_id', 'text', (c) => c.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('old_id', 'integer', (c) => c.notNull())
    .addColumn('new_id', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('import_marks_key', ['import_id', 'kind', 'old_id'])
    .execute();
}

async function createImportedReceipts(db: Kysely<unknown>): Promise<void> {
  const { timestamp, bigint, key, pointsAt } = columnsOf(db);
  await db.schema
    .createTable('brought_receipts')
    .addColumn('project_id', 'integer', pointsAt('projects.id'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('storage_key', key, (c) => c.notNull().unique())
    .addColumn('size_bytes', bigint, (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('brought_at', timestamp, (c) => c.notNull())
    .addPrimaryKeyConstraint('brought_receipts_key', ['project_id', 'number'])
    .execute();
}
