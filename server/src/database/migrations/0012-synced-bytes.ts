import type { Kysely } from 'kysely';
import { columnsOf } from './columns.ts';

/**
 * How much of an upload in pieces is known to survive a power cut. Of those under way nobody can say it any more, so
 * that they begin anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { bigint } = columnsOf(db);
  await db.schema
    .alterTable('uploads')
    .addColumn('synced_bytes', bigint, (c) => c.notNull().defaultTo(0))
    .execute();
}
