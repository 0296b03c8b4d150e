import type { Kysely } from 'kysely';
import { columnsOf } from '../../migration-columns.ts';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';

export const steps: readonly Step[] = (['uploads', 'files'] as const).map(
  (table) => (db: Kysely<unknown>) =>
    db.schema.alterTable(table).addColumn('modified_at', columnsOf(db).timestamp).execute(),
);
