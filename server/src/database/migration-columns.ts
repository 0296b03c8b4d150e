import { type ColumnDefinitionBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from './connect.ts';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';

/** Column types that differ between the two databases. */
type Columns = {
  id: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  timestamp: RawBuilder<unknown>;
  bigint: RawBuilder<unknown>;
  double: RawBuilder<unknown>;
  key: RawBuilder<unknown>;
  /** Defines a column for the id in `to` ('users.id'), deleted with its row; on PostgreSQL `references` ensures that. */
  pointsAt: (to: string) => (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
};

export function columnsOf(db: Pick<Kysely<unknown>, 'getExecutor'>): Columns {
  const postgres = isPostgres(db);
  return {
    id: (column) =>
      postgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
    timestamp: postgres ? sql`timestamptz(3)` : sql`text`,
    bigint: postgres ? sql`bigint` : sql`integer`,
    double: postgres ? sql`double precision` : sql`real`,
    key: postgres ? sql`text collate "C"` : sql`text`,
    pointsAt: (to) => (column) =>
      postgres ? column.notNull() : column.notNull().references(to).onDelete('cascade'),
  };
}

/** Returns one step per reference of a new table, since each locks the referenced table; nothing on SQLite. */
export function references(table: string, tables: Record<string, string>): Step[] {
  return Object.entries(tables).map(([column, to]) => async (db) => {
    if (!isPostgres(db)) return;
    await db.schema
      .alterTable(table)
      .addForeignKeyConstraint(`${table}_${column}_fkey`, [column], to, ['id'])
      .onDelete('cascade')
      .execute();
  });
}
