import type { Kysely } from 'kysely';
import { columnsOf } from '../migration-columns.ts';

/** When a file was last changed where it came from (specification 6.16); nothing is known of files of before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnsOf(db);
  await db.schema.alterTable('uploads').addColumn('modified_at', timestamp).execute();
  await db.schema.alterTable('files').addColumn('modified_at', timestamp).execute();
}
