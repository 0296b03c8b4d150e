import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

/** The moment from which what a key signed is not trusted; null for keys that nobody else is known to have had. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnsOf(db);
  await db.schema.alterTable('receipt_keys').addColumn('withdrawn_at', timestamp).execute();
}
