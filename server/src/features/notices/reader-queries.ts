import type { NoticePart } from '@vitrin/shared/contract/notices.ts';
import type { Expression } from 'kysely';
import { type Database, isPostgres } from '../../database/connect.ts';

/** Lists the accounts of a client that get notices of its projects: the customer first, then the people by id. */
export async function listReaders(db: Database, customerId: number): Promise<number[]> {
  const people = await db
    .selectFrom('users')
    .select('id')
    .where('client_id', '=', customerId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
  return [customerId, ...people.map(({ id }) => id)];
}

/** Keeps the accounts of a client from being deleted, in the order of their ids. */
export async function keepReaders(db: Database, customerId: Expression<number | null>): Promise<void> {
  if (!isPostgres(db)) return;
  await db
    .selectFrom('users')
    .select('id')
    .where((e) => e.or([e('id', '=', customerId), e('client_id', '=', customerId)]))
    .orderBy('id')
    .forKeyShare()
    .execute();
}

export async function listReached(db: Database, ids: number[], kind: NoticePart): Promise<number[]> {
  const rows = await db
    .selectFrom('email_addresses')
    .select('email_addresses.user_id')
    .distinct()
    .where('email_addresses.user_id', 'in', ids)
    .where('email_addresses.verified', '=', true)
    .where('email_addresses.user_id', 'not in', (e) =>
      e
        .selectFrom('unwanted_notices')
        .select('unwanted_notices.user_id')
        .where('unwanted_notices.user_id', 'in', ids)
        .where('unwanted_notices.kind', '=', kind),
    )
    .execute();
  return rows.map(({ user_id }) => user_id);
}
