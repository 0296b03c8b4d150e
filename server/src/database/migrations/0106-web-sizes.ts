import type { Kysely } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { columnsOf } from '../migration-columns.ts';

/** Adds web sizes (specification 6.22); the new index (decision 0195) replaces `files_derived`, which no earlier release names. */
export const steps: readonly Step[] = [addWebSize, addAskedAt, indexWebSize, dropOldIndex];

async function addWebSize(db: Kysely<unknown>): Promise<void> {
  const { bigint } = columnsOf(db);
  await db.schema.alterTable('files').addColumn('web_key', 'text').execute();
  await db.schema.alterTable('files').addColumn('web_bytes', bigint).execute();
  await db.schema.alterTable('files').addColumn('web_crc32', bigint).execute();
  await db.schema.alterTable('files').addColumn('web_type', 'text').execute();
}

async function addAskedAt(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnsOf(db);
  await db.schema.alterTable('derived_files').addColumn('web_asked_at', timestamp).execute();
}

async function indexWebSize(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('files_made')
    .on('files')
    .columns([
      'owner_id',
      'thumbnail_bytes',
      'thumbnail_medium_bytes',
      'thumbnail_large_bytes',
      'whole_bytes',
      'preview_bytes',
      'web_bytes',
    ])
    .execute();
}

async function dropOldIndex(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('files_derived').execute();
}
