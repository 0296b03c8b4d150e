import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnsOf(db);
  const turns = db.schema.alterTable('purchases');
  await turns.addColumn('turn_holder', 'text').execute();
  await turns.addColumn('turn_until', timestamp).execute();
}
