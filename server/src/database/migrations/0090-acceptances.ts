import type { Kysely } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { columnsOf } from '../migration-columns.ts';

export const steps: readonly Step[] = [createLegalTexts, createAcceptances];

async function createLegalTexts(db: Kysely<unknown>): Promise<void> {
  const { timestamp, key } = columnsOf(db);
  await db.schema
    .createTable('legal_texts')
    .addColumn('sha256', key, (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('markdown', 'text', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();
}

async function createAcceptances(db: Kysely<unknown>): Promise<void> {
  const { id, bigint, key, timestamp } = columnsOf(db);
  await db.schema
    .createTable('acceptances')
    .addColumn('id', 'integer', id)
    .addColumn('user_id', 'integer')
    .addColumn('purchase_id', bigint)
    .addColumn('payer', 'text')
    .addColumn('sha256', key, (c) => c.notNull().references('legal_texts.sha256'))
    .addColumn('accepted_at', timestamp, (c) => c.notNull())
    .addColumn('kept_until', timestamp)
    .execute();
  await db.schema.createIndex('acceptances_user_id').on('acceptances').column('user_id').execute();
  await db.schema.createIndex('acceptances_purchase_id').on('acceptances').column('purchase_id').execute();
  await db.schema.createIndex('acceptances_sha256').on('acceptances').column('sha256').execute();
  await db.schema.createIndex('acceptances_kept_until').on('acceptances').column('kept_until').execute();
}
