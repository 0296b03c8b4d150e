import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnsOf(db);
  const holds = db.schema.alterTable('uploads');
  await holds.addColumn('holder', 'text').execute();
  await holds.addColumn('held_until', timestamp).execute();
  await holds.addColumn('is_asked_for', 'boolean', (c) => c.notNull().defaultTo(false)).execute();
}
