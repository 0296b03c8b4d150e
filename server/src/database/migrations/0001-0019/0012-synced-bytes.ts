import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

/**
 * How many bytes of a resumable upload survive a power cut. For those under way that is unknown, so they begin anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { bigint } = columnsOf(db);
  await db.schema
    .alterTable('uploads')
    .addColumn('synced_bytes', bigint, (c) => c.notNull().defaultTo(0))
    .execute();
}
