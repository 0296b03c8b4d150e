import { sql } from 'kysely';

/** Primary address of a query's `users`, else another one; null without any. */
export const mainEmail = sql<string | null>`(
  select email from email_addresses where email_addresses.user_id = users.id
  order by is_primary desc, email_addresses.id limit 1)`;
