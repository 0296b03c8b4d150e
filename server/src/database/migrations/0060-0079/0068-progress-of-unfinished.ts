import type { Kysely } from 'kysely';
import type { Schema } from '../../schema.ts';

/** A project has 100 percent only when all of its milestones are completed (specification 5.2). */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db
    .updateTable('projects')
    .set({ progress: 99 })
    .where('progress', '=', 100)
    .whereRef('milestones_completed', '<', 'milestones_total')
    .execute();
}
