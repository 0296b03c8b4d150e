import { sql } from 'kysely';

/** The address of each of a query's `users`, the primary one before others; null where there is none. */
export const mainEmail = sql<string | null>`(
  select email from email_addresses where email_addresses.user_id = users.id
  order by is_primary desc, email_addresses.id limit 1)`;
