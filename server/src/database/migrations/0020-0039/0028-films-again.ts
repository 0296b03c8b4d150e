import type { Kysely } from 'kysely';

type Tables = {
  files: { id: number };
  jobs: { kind: string; payload: string; run_at: string; created_at: string };
};

/** Draws films that have no frame because the system had no ffmpeg. */
export async function up(db: Kysely<Tables>): Promise<void> {
  if (!(await db.selectFrom('files').select('id').limit(1).executeTakeFirst())) return;
  const [kind, payload, now] = ['redraw-thumbnails', '{"after":0}', new Date().toISOString()];
  await db.insertInto('jobs').values({ kind, payload, run_at: now, created_at: now }).execute();
}
