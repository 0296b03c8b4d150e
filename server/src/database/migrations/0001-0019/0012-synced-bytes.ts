import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

/** Adds the bytes of an upload that survive a power cut; they are unknown for uploads under way, which begin anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { bigint } = columnsOf(db);
  await db.schema
    .alterTable('uploads')
    .addColumn('synced_bytes', bigint, (c) => c.notNull().defaultTo(0))
    .execute();
}
