import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnsOf(db);
  await db.schema.alterTable('notices').addColumn('dropped_at', timestamp).execute();
}
