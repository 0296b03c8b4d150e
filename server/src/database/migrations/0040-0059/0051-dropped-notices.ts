import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

/** Time when a notice of a one-time event, such as a first look, was given up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnsOf(db);
  await db.schema.alterTable('notices').addColumn('dropped_at', timestamp).execute();
}
