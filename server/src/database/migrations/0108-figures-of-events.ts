import type { Step } from '@vitrin/engine/sql/migration-steps.ts';

/** Figures (specification 9.21) read no row of 100,000. Replaces `events_owner`, unused by earlier releases. */
export const steps: readonly Step[] = [
  (db) =>
    db.schema
      .createIndex('events_figures')
      .on('events')
      .columns([
        'owner_id',
        'created_at',
        'kind',
        'project_id',
        'version_id',
        'file_id',
        'user_id',
        'amount',
        'origin_id',
      ])
      .execute(),
  (db) => db.schema.dropIndex('events_owner').execute(),
];
