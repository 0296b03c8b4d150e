import { type Kysely, sql } from 'kysely';
import { columnsOf, references } from '../../migration-columns.ts';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';

/** When what is made of a file was last shown, apart from the file: hints would go out with each update of that. */
export const steps: readonly Step[] = [
  createDerivedFiles,
  ...references('derived_files', { file_id: 'files' }),
  fill,
];

async function createDerivedFiles(db: Kysely<unknown>): Promise<void> {
  const { timestamp, pointsAt } = columnsOf(db);
  await db.schema
    .createTable('derived_files')
    .addColumn('file_id', 'integer', (c) => pointsAt('files.id')(c).primaryKey())
    .addColumn('owner_id', 'integer', (c) => c.notNull())
    .addColumn('kept_until', timestamp, (c) => c.notNull())
    .addColumn('asked_at', timestamp)
    .addColumn('is_refused', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute();
  await db.schema
    .createIndex('derived_files_owner')
    .on('derived_files')
    .columns(['owner_id', 'kept_until', 'file_id'])
    .execute();
}

/** Counts earlier files as shown when uploaded; a file drawn by an earlier release gets its row once it is shown. */
async function fill(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `insert into derived_files (file_id, owner_id, kept_until)
        select id, owner_id, created_at from files
        where coalesce(thumbnail_bytes, whole_bytes, preview_bytes) is not null
        on conflict (file_id) do nothing`,
    )
    .execute(db);
}
