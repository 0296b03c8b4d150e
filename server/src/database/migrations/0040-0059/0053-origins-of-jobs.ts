import type { Kysely } from 'kysely';

/** From which request a job comes, for its log lines, and below which span its own hangs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('request_id', 'text').execute();
  await db.schema.alterTable('jobs').addColumn('traceparent', 'text').execute();
}
