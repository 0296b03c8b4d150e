import type { Kysely } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { columnsOf } from '../migration-columns.ts';

export const steps: readonly Step[] = [createInvoices];

async function createInvoices(db: Kysely<unknown>): Promise<void> {
  const { id, bigint, key, timestamp } = columnsOf(db);
  await db.schema
    .createTable('invoices')
    .addColumn('id', 'integer', id)
    .addColumn('payment_id', bigint, (c) => c.unique())
    .addColumn('user_id', 'integer')
    .addColumn('payer', 'text')
    .addColumn('uuid', key, (c) => c.notNull().unique())
    .addColumn('facts', 'text', (c) => c.notNull())
    .addColumn('document', 'text')
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('made_at', timestamp)
    .addColumn('kept_until', timestamp)
    .execute();
  await db.schema.createIndex('invoices_user_id').on('invoices').column('user_id').execute();
  await db.schema.createIndex('invoices_kept_until').on('invoices').column('kept_until').execute();
}
