import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnsOf(db);
  await db.schema
    .createTable('installation')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('since', timestamp, (c) => c.notNull())
    .addColumn('move', 'text')
    .addColumn('moved_to', 'text')
    .addColumn('files_in', 'text')
    .execute();
}
