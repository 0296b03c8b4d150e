import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom as jsonArrayFromPostgres } from 'kysely/helpers/postgres';
import { jsonArrayFrom as jsonArrayFromSqlite } from 'kysely/helpers/sqlite';
import { type Database, isPostgres } from './connect.ts';

/** What `jsonRows` selects: SQLite gives the text, PostgreSQL's driver has parsed it. */
type JsonRows<Row> = string | ParsedRow<Row>[];

/** The rows of a sub-select as one column, so that a thing and its parts are read by one statement at one moment. */
export function jsonRows<Row>(
  db: Database,
  rows: Parameters<typeof jsonArrayFromSqlite<Row>>[0],
): RawBuilder<JsonRows<Row>> {
  const column = isPostgres(db) ? jsonArrayFromPostgres(rows) : jsonArrayFromSqlite(rows);
  return sql<JsonRows<Row>>`${column}`;
}

/** JSON on SQLite knows nothing of a column's type: booleans are still 0 and 1. */
type ParsedRow<Row> = { [Column in keyof Row]: Row[Column] extends boolean ? boolean | 0 | 1 : Row[Column] };

/** A time in such a row as it stands everywhere else: PostgreSQL writes its own form of it into JSON. */
export function timestampFromJson(text: string): string {
  return text.endsWith('Z') ? text : new Date(text).toISOString();
}

export function parseJsonRows<Row>(value: JsonRows<Row>): ParsedRow<Row>[] {
  return typeof value === 'string' ? (JSON.parse(value) as ParsedRow<Row>[]) : value;
}
