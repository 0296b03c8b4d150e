import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

/** Unknown for uploads under way, which begin anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { bigint } = columnsOf(db);
  await db.schema
    .alterTable('uploads')
    .addColumn('synced_bytes', bigint, (c) => c.notNull().defaultTo(0))
    .execute();
}
