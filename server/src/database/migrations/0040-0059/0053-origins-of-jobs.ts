import type { Kysely } from 'kysely';

/** For log lines and for the parent span. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('request_id', 'text').execute();
  await db.schema.alterTable('jobs').addColumn('traceparent', 'text').execute();
}
