import { type ColumnDefinitionBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from './connect.ts';

/** Column types that differ between the two databases. */
type Columns = {
  id: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  timestamp: RawBuilder<unknown>;
  bigint: RawBuilder<unknown>;
  double: RawBuilder<unknown>;
  /** Text that is compared byte by byte. */
  key: RawBuilder<unknown>;
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
  };
}
