import { sql } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';

export const steps: readonly Step[] = [
  async (db) => {
    await db.schema.alterTable('events').addColumn('link_id', 'integer').execute();
  },
  (db) =>
    db.schema
      .createIndex('events_link')
      .on('events')
      .column('link_id')
      .where(sql.ref('link_id'), 'is not', null)
      .execute(),
];
