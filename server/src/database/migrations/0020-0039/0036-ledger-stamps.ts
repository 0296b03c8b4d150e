import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnsOf(db);
  const table = db.schema.alterTable('ledger_heads');
  await table.addColumn('stamped_entries', 'integer', (c) => c.notNull().defaultTo(0)).execute();
  await table.addColumn('stamped_hash', 'text').execute();
  await table.addColumn('stamp', 'text').execute();
  await table.addColumn('stamped_at', timestamp).execute();
}
