import type { Kysely } from 'kysely';

/** Empty for jobs of an earlier release, which form a tenant of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('tenant', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  // A claim looks for the next tenant of each kind, then for its job that is due longest.
  await db.schema.createIndex('jobs_turns').on('jobs').columns(['kind', 'tenant', 'run_at', 'id']).execute();
}
