import type { Kysely } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { columnsOf } from '../migration-columns.ts';

export const steps: readonly Step[] = [
  timestampColumn('users', 'password_used_at'),
  timestampColumn('users', 'code_used_at'),
  timestampColumn('social_accounts', 'last_used_at'),
];

function timestampColumn(table: string, column: string): Step {
  return (db: Kysely<unknown>) =>
    db.schema.alterTable(table).addColumn(column, columnsOf(db).timestamp).execute();
}
