import { type RawBuilder, sql } from 'kysely';

/**
 * Selects the customer with the projects that an account sees: the account itself, or for a person of a customer that customer;
 * null for a person who was removed (specification 3.22). `table` is the name of users there.
 */
export function clientIdOf(table: string): RawBuilder<number | null> {
  const [id, client, removed] = ['id', 'client_id', 'removed_at'].map((name) => sql.ref(`${table}.${name}`));
  return sql<number | null>`case when ${removed} is null then coalesce(${client}, ${id}) end`;
}

/** As clientIdOf, for a user by id. */
export function clientOf(userId: number | RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select ${clientIdOf('account')} from users as account where account.id = ${userId})`;
}

/** Selects the shown name of a user: the display name, else the username. `table` is the name of users there. */
export function shownName<Name extends string | null = string>(table: string): RawBuilder<Name> {
  return sql<Name>`coalesce(${sql.ref(`${table}.display_name`)}, ${sql.ref(`${table}.username`)})`;
}
