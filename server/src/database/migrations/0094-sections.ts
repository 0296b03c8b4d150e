import { type Kysely, sql } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { isPostgres } from '../connect.ts';
import { columnsOf, references } from '../migration-columns.ts';

export const steps: readonly Step[] = [
  async (db: Kysely<unknown>) => {
    const { id, timestamp, pointsAt } = columnsOf(db);
    await db.schema
      .createTable('sections')
      .addColumn('id', 'integer', id)
      .addColumn('version_id', 'integer', pointsAt('versions.id'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('created_at', timestamp, (c) => c.notNull())
      .execute();
  },
  ...references('sections', { version_id: 'versions' }),
  (db) =>
    db.schema.createIndex('sections_of_version').on('sections').columns(['version_id', 'position']).execute(),
  (db) =>
    isPostgres(db)
      ? db.schema.alterTable('files').addColumn('section_id', 'integer').execute()
      : db.schema
          .alterTable('files')
          .addColumn('section_id', 'integer', (c) => c.references('sections.id').onDelete('set null'))
          .execute(),
  async (db) => {
    if (!isPostgres(db)) return;
    await db.schema
      .alterTable('files')
      .addForeignKeyConstraint('files_section_id_fkey', ['section_id'], 'sections', ['id'])
      .onDelete('set null')
      .execute();
  },
  (db) =>
    db.schema
      .createIndex('files_of_section')
      .on('files')
      .column('section_id')
      .where(sql.ref('section_id'), 'is not', null)
      .execute(),
];
