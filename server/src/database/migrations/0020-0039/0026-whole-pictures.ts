import type { Kysely } from 'kysely';

type Tables = {
  files: { id: number };
  jobs: { kind: string; payload: string; run_at: string; created_at: string };
};

/** Adds full-size pictures, page counts and durations; draws anew the pictures that can now be drawn, or better. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('files').addColumn('whole_key', 'text').execute();
  for (const column of ['whole_bytes', 'pages', 'duration_ms'])
    await db.schema.alterTable('files').addColumn(column, 'integer').execute();
  const old = await db.selectFrom('files').select('id').limit(1).executeTakeFirst();
  if (!old) return;
  const now = new Date().toISOString();
  const payload = JSON.stringify({ after: 0 });
  await db
    .insertInto('jobs')
    .values({ kind: 'redraw-thumbnails', payload, run_at: now, created_at: now })
    .execute();
}
