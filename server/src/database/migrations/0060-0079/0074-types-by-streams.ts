import type { Kysely } from 'kysely';

type Tables = {
  files: { id: number };
  jobs: { kind: string; payload: string; run_at: string; created_at: string };
};

export async function up(db: Kysely<Tables>): Promise<void> {
  if (!(await db.selectFrom('files').select('id').limit(1).executeTakeFirst())) return;
  const [kind, payload, now] = ['retype-files', '{"after":0}', new Date().toISOString()];
  await db.insertInto('jobs').values({ kind, payload, run_at: now, created_at: now }).execute();
}
