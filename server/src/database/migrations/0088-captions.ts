import { type Kysely, sql } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';

export const steps: readonly Step[] = [
  ...(['caption', 'alt', 'caption_key'] as const).map(
    (column) => (db: Kysely<unknown>) =>
      db.schema
        .alterTable('files')
        .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
        .execute(),
  ),
  (db) =>
    db.schema
      .createIndex('files_captioned')
      .on('files')
      .column('version_id')
      .where(sql.ref('caption_key'), '<>', '')
      .execute(),
];
