import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import type { PageRange } from '../../database/pages.ts';
import { countRows } from '../../database/row-counts.ts';

/** Selects a freelancer's customers and their people, without those who were removed. */
function selectAccounts(db: Database, ownerId: number) {
  return db
    .selectFrom('users')
    .leftJoin('invitations', 'invitations.user_id', 'users.id')
    .select((e) => [
      'invitations.email as invited_email',
      'invitations.sent_at as invited_at',
      'invitations.opened_at as invitation_opened_at',
      'invitations.refused_at as invitation_refused_at',
      'invitations.refusal as invitation_refusal',
      'users.id',
      'users.username',
      'users.display_name',
      'users.client_id',
      'users.last_login_at',
      'users.password_hash',
      'users.verifications',
      'users.last_seen',
      'users.created_at',
      e
        .selectFrom('projects')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('projects.customer_id', '=', 'users.id')
        .as('project_count'),
      e
        .selectFrom('email_addresses')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('email_addresses.user_id', '=', 'users.id')
        .where('email_addresses.verified', '=', true)
        .as('verified_emails'),
      lastRefusal('refused_at').as('refused_at'),
      lastRefusal('refusal').as('refusal'),
    ])
    .where('users.owner_id', '=', ownerId)
    .where('users.removed_at', 'is', null);
}

/** Selects the answer to the last mail of a notice if it was refused, and no address was verified since. */
function lastRefusal(column: 'refused_at' | 'refusal'): RawBuilder<string | null> {
  return sql<string | null>`(select ${sql.ref(`last.${column}`)} from notices as last
    where last.id = (select id from notices
      where notices.user_id = users.id and (sent_at is not null or refused_at is not null)
      order by coalesce(sent_at, refused_at) desc, id desc limit 1)
    and not exists (select 1 from email_addresses
      where email_addresses.user_id = users.id and email_addresses.verified_at > last.refused_at))`;
}

/** Lists customers by name; `namePattern` is a LIKE pattern on name_key, undefined for all. */
export function listCustomers(
  db: Database,
  ownerId: number,
  namePattern: string | undefined,
  range?: PageRange,
) {
  let query = selectAccounts(db, ownerId)
    .where('users.client_id', 'is', null)
    .orderBy('users.name_key')
    .orderBy('users.id');
  if (namePattern !== undefined) query = query.where(nameMatches(namePattern));
  if (range) query = query.limit(range.limit).offset(range.offset);
  return query.execute();
}

export type CustomerRow = Awaited<ReturnType<typeof listCustomers>>[number];

export async function countCustomers(
  db: Database,
  ownerId: number,
  namePattern: string | undefined,
): Promise<number> {
  let query = db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('client_id', 'is', null)
    .where('removed_at', 'is', null);
  if (namePattern !== undefined) query = query.where(nameMatches(namePattern));
  return (await query.executeTakeFirstOrThrow()).count;
}

export function listPeople(db: Database, ownerId: number, customerIds?: number[]) {
  const people = selectAccounts(db, ownerId).orderBy('users.name_key').orderBy('users.id');
  return customerIds
    ? people.where('users.client_id', 'in', customerIds).execute()
    : people.where('users.client_id', 'is not', null).execute();
}

export function countPeople(db: Database, customerId: number): Promise<number> {
  return countRows(
    db.selectFrom('users').where('client_id', '=', customerId).where('removed_at', 'is', null),
  );
}

export async function listEverUsed(db: Database, customerId: number) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'removed_at', 'password_hash', 'last_login_at', 'last_seen', 'verifications'])
    .where('client_id', '=', customerId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, removed_at, ...account }) => ({
    id,
    isUsed: removed_at !== null || wasUsed(account),
  }));
}

/** True if an account was ever used: then it may have left traces in projects. */
export function wasUsed({
  password_hash,
  last_login_at,
  last_seen,
  verifications,
}: Pick<CustomerRow, 'password_hash' | 'last_login_at' | 'last_seen' | 'verifications'>): boolean {
  return password_hash !== null || last_login_at !== null || last_seen !== null || verifications > 0;
}

export function findCustomer(db: Database, ownerId: number, id: number) {
  return selectAccounts(db, ownerId).where('users.id', '=', id).executeTakeFirst();
}

export async function countWaiting(db: Database, ownerId: number): Promise<number> {
  return countRows(
    db
      .selectFrom('users')
      .where('owner_id', '=', ownerId)
      .where('password_hash', 'is', null)
      .where('verifications', '=', 0)
      .where('removed_at', 'is', null),
  );
}

function nameMatches(pattern: string): RawBuilder<boolean> {
  return sql<boolean>`(users.name_key like ${pattern} escape '\\' or exists (select 1 from users as people
    where people.client_id = users.id and people.removed_at is null
      and people.name_key like ${pattern} escape '\\'))`;
}
