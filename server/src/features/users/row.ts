import { type RawBuilder, sql } from 'kysely';

/** What people read as the name of a user: the display name, else the username. `table` is the name of users there. */
export function shownName<Name extends string | null = string>(table: string): RawBuilder<Name> {
  return sql<Name>`coalesce(${sql.ref(`${table}.display_name`)}, ${sql.ref(`${table}.username`)})`;
}
