import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { bigint } = columnsOf(db);
  await db.schema.alterTable('files').addColumn('preview_key', 'text').execute();
  await db.schema.alterTable('files').addColumn('preview_bytes', bigint).execute();
  await db.schema.alterTable('files').addColumn('preview_percent', 'integer').execute();
}
