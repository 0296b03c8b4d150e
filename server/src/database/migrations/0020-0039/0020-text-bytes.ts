import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../../connect.ts';

const TEXTS = { milestones: ['name', 'description'], versions: ['version_number', 'description'] } as const;

/** Adds the bytes of texts, so that a project's sum is read from an index without the texts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const kept = sql.raw(isPostgres(db) ? 'stored' : 'virtual');
  for (const [table, [name, description]] of Object.entries(TEXTS)) {
    const bytes = sql`octet_length(${sql.ref(name)}) + octet_length(${sql.ref(description)})`;
    await sql`alter table ${sql.table(table)} add column text_bytes integer
      generated always as (${bytes}) ${kept}`.execute(db);
    await db.schema
      .createIndex(`${table}_text_bytes`)
      .on(table)
      .columns(['project_id', 'text_bytes'])
      .execute();
  }
  await db.schema
    .alterTable('projects')
    .addColumn('text_bytes', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update projects set text_bytes = octet_length(name) + octet_length(description)
    + coalesce((select sum(text_bytes) from milestones where project_id = projects.id), 0)
    + coalesce((select sum(text_bytes) from versions where project_id = projects.id), 0)`.execute(db);
  await db.schema
    .createIndex('projects_owner_text_bytes')
    .on('projects')
    .columns(['owner_id', 'text_bytes'])
    .execute();
}
