import { type Kysely, sql } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';
import { isPostgres } from '../connect.ts';
import { columnsOf } from '../migration-columns.ts';

export const steps: readonly Step[] = [
  (db: Kysely<unknown>) =>
    isPostgres(db)
      ? db.schema.alterTable('users').addColumn('client_id', 'integer').execute()
      : db.schema
          .alterTable('users')
          .addColumn('client_id', 'integer', (c) => c.references('users.id').onDelete('cascade'))
          .execute(),
  async (db) => {
    if (!isPostgres(db)) return;
    await db.schema
      .alterTable('users')
      .addForeignKeyConstraint('users_client_id_fkey', ['client_id'], 'users', ['id'])
      .onDelete('cascade')
      .execute();
  },
  (db) => db.schema.alterTable('users').addColumn('removed_at', columnsOf(db).timestamp).execute(),
  (db) =>
    db.schema
      .createIndex('users_of_client')
      .on('users')
      .column('client_id')
      .where(sql.ref('client_id'), 'is not', null)
      .execute(),
];
