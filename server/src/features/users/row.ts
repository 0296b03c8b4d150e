import { type RawBuilder, sql } from 'kysely';

/** Selects a person's customer, null if removed (specification 3.22), else the account; `table` is the name of users. */
export function clientIdOf(table: string): RawBuilder<number | null> {
  const [id, client, removed] = ['id', 'client_id', 'removed_at'].map((name) => sql.ref(`${table}.${name}`));
  return sql<number | null>`case when ${removed} is null then coalesce(${client}, ${id}) end`;
}

export function clientOf(userId: number | RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select ${clientIdOf('account')} from users as account where account.id = ${userId})`;
}

/** Selects the shown name of a user: the display name, else the username. `table` is the name of users there. */
export function shownName<Name extends string | null = string>(table: string): RawBuilder<Name> {
  return sql<Name>`coalesce(${sql.ref(`${table}.display_name`)}, ${sql.ref(`${table}.username`)})`;
}
