import { type Kysely, sql } from 'kysely';

type Tables = Record<'projects' | 'milestones' | 'versions', { id: number; description: string }> & {
  jobs: { kind: string; payload: string; run_at: string; created_at: string };
};

export async function up(db: Kysely<Tables>): Promise<void> {
  for (const table of ['projects', 'milestones', 'versions'] as const) {
    const old = await db
      .selectFrom(table)
      .select('id')
      .where(sql<boolean>`description like '%src="data:image/%'`)
      .limit(1)
      .executeTakeFirst();
    if (!old) continue;
    const now = new Date().toISOString();
    const payload = JSON.stringify({ table, after: 0 });
    await db
      .insertInto('jobs')
      .values({ kind: 'move-pictures', payload, run_at: now, created_at: now })
      .execute();
  }
}
