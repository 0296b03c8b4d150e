import type { Kysely } from 'kysely';

/** Tenant for the turns of a job. An instance of the release before leaves it empty, which is a tenant of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('tenant', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  // A claim looks for the next tenant of each kind, then for its job that has been due for longest.
  await db.schema.createIndex('jobs_turns').on('jobs').columns(['kind', 'tenant', 'run_at', 'id']).execute();
}
