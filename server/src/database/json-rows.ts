import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom as jsonArrayFromPostgres } from 'kysely/helpers/postgres';
import { jsonArrayFrom as jsonArrayFromSqlite } from 'kysely/helpers/sqlite';
import { type Database, isPostgres } from './connect.ts';

/** The value that `jsonRows` selects: text on SQLite, parsed by the driver on PostgreSQL. */
type JsonRows<Row> = string | ParsedRow<Row>[];

/** Selects the rows of a sub-select as one JSON column, so that one statement reads a row and its parts. */
export function jsonRows<Row>(
  db: Database,
  rows: Parameters<typeof jsonArrayFromSqlite<Row>>[0],
): RawBuilder<JsonRows<Row>> {
  const column = isPostgres(db) ? jsonArrayFromPostgres(rows) : jsonArrayFromSqlite(rows);
  return sql<JsonRows<Row>>`${column}`;
}

/** SQLite's JSON knows no types of columns: booleans are 0 and 1. */
type ParsedRow<Row> = { [Column in keyof Row]: Row[Column] extends boolean ? boolean | 0 | 1 : Row[Column] };

/** A time in such a row in the usual form: PostgreSQL writes its own form of it into JSON. */
export function timestampFromJson(text: string): string {
  return text.endsWith('Z') ? text : new Date(text).toISOString();
}

export function parseJsonRows<Row>(value: JsonRows<Row>): ParsedRow<Row>[] {
  return typeof value === 'string' ? (JSON.parse(value) as ParsedRow<Row>[]) : value;
}
