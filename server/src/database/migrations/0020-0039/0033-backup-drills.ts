import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, bigint } = columnsOf(db);
  await db.schema
    .createTable('backup_drills')
    .addColumn('id', 'integer', id)
    .addColumn('snapshot', 'text')
    .addColumn('began_at', timestamp, (c) => c.notNull())
    .addColumn('ended_at', timestamp, (c) => c.notNull())
    .addColumn('rows_counted', bigint, (c) => c.notNull())
    .addColumn('objects', bigint, (c) => c.notNull())
    .addColumn('bytes', bigint, (c) => c.notNull())
    .addColumn('problem', 'text')
    .execute();
}
