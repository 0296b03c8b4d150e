import { type Kysely, sql } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { isPostgres } from '../connect.ts';
import { columnsOf, references } from '../migration-columns.ts';

export const steps: readonly Step[] = [
  async (db: Kysely<unknown>) => {
    const { id, timestamp, pointsAt } = columnsOf(db);
    await db.schema
      .createTable('links')
      .addColumn('id', 'integer', id)
      .addColumn('version_id', 'integer', pointsAt('versions.id'))
      .addColumn('section_id', 'integer', (c) =>
        isPostgres(db) ? c : c.references('sections.id').onDelete('set null'),
      )
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('created_at', timestamp, (c) => c.notNull())
      .execute();
  },
  ...references('links', { version_id: 'versions' }),
  async (db) => {
    if (!isPostgres(db)) return;
    await db.schema
      .alterTable('links')
      .addForeignKeyConstraint('links_section_id_fkey', ['section_id'], 'sections', ['id'])
      .onDelete('set null')
      .execute();
  },
  (db) => db.schema.createIndex('links_of_version').on('links').columns(['version_id', 'position']).execute(),
  (db) =>
    db.schema
      .createIndex('links_of_section')
      .on('links')
      .column('section_id')
      .where(sql.ref('section_id'), 'is not', null)
      .execute(),
];
