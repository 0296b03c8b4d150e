import type { Kysely } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { columnsOf } from '../migration-columns.ts';

export const steps: readonly Step[] = [
  (db: Kysely<unknown>) =>
    db.schema.alterTable('milestones').addColumn('completed_at', columnsOf(db).timestamp).execute(),
];
