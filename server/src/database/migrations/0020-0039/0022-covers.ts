import { type Kysely, sql } from 'kysely';
import { LAST_POSITION } from '@vitrin/shared/contract/files.ts';

type Tables = {
  files: { id: number; thumbnail_key: string | null };
  jobs: { kind: string; payload: string; run_at: string; created_at: string };
};

/** Adds facts that a page needs before its pictures load; a job draws the pictures of earlier releases anew. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const column of ['width', 'height', 'thumbnail_medium_bytes'])
    await db.schema.alterTable('files').addColumn(column, 'integer').execute();
  for (const column of ['tint', 'thumbnail_medium_key'])
    await db.schema.alterTable('files').addColumn(column, 'text').execute();
  await db.schema
    .alterTable('files')
    .addColumn('position', 'integer', (c) => c.notNull().defaultTo(LAST_POSITION))
    .execute();
  await db.schema
    .alterTable('versions')
    .addColumn('cover_id', 'integer', (c) => c.references('files.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('versions_cover').on('versions').column('cover_id').execute();
  await db.schema.dropIndex('files_version').execute();
  // Covers the number and the bytes of a version's files.
  await db.schema
    .createIndex('files_version')
    .on('files')
    .columns(['version_id', 'position', 'created_at', 'id', 'size_bytes'])
    .execute();
  await db.schema
    .createIndex('files_pictured')
    .on('files')
    .columns(['version_id', 'position', 'created_at', 'id'])
    .where(sql.ref('thumbnail_key'), 'is not', null)
    .execute();
  const old = await db
    .selectFrom('files')
    .select('id')
    .where('thumbnail_key', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (!old) return;
  const now = new Date().toISOString();
  const payload = JSON.stringify({ after: 0 });
  await db
    .insertInto('jobs')
    .values({ kind: 'redraw-thumbnails', payload, run_at: now, created_at: now })
    .execute();
}
