import { type Kysely, sql } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { columnsOf } from '../../migration-columns.ts';

export const steps: readonly Step[] = [
  (db: Kysely<unknown>) =>
    db.schema.alterTable('milestones').addColumn('due_on', columnsOf(db).key).execute(),
  (db) =>
    db.schema
      .createIndex('milestones_promised')
      .on('milestones')
      .columns(['project_id', 'due_on'])
      .where(sql.ref('due_on'), 'is not', null)
      .execute(),
  async (db) => {
    await db.schema.alterTable('projects').addColumn('expected_on', columnsOf(db).key).execute();
    await db.schema.alterTable('projects').addColumn('expected_since', columnsOf(db).timestamp).execute();
  },
];
