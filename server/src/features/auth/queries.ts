import { foldedKey, foldedKeyEnd, usernameKey } from '@vitrin/shared/rules/texts/names.ts';
import type { Database } from '../../database/connect.ts';

const ACCOUNT_COLUMNS = [
  'users.id',
  'users.username',
  'users.display_name',
  'users.user_type',
  'users.language',
  'users.owner_id',
  'users.password_hash',
  'users.password_used_at',
  'users.code_used_at',
  'users.last_login_at',
  'users.verifications',
  'users.removed_at',
] as const;

const ADDRESS_COLUMNS = ['id', 'user_id', 'email', 'verified', 'verified_at', 'is_primary'] as const;

export function findAccount(db: Database, id: number) {
  return db.selectFrom('users').select(ACCOUNT_COLUMNS).where('id', '=', id).executeTakeFirst();
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** Returns the network that a freelancer signed up from, while the account is new and free; otherwise null. */
export async function findSignupNetwork(db: Database, freelancerId: number): Promise<string | null> {
  const query = db.selectFrom('users').select('signup_network').where('id', '=', freelancerId);
  return (await query.executeTakeFirst())?.signup_network ?? null;
}

/** Finds the account of a username in any case; else the only one with a name that folds alike (specification 3.1). */
export async function findAccountByUsername(db: Database, username: string): Promise<AccountRow | undefined> {
  const [key, folded] = [usernameKey(username), foldedKey(username)];
  const rows = await db
    .selectFrom('users')
    .select([...ACCOUNT_COLUMNS, 'users.username_key'])
    .where((e) =>
      e.or([
        e('username_key', '=', key),
        e.and([e('folded_key', '>=', folded), e('folded_key', '<', foldedKeyEnd(folded))]),
      ]),
    )
    .orderBy((e) => e.case().when('username_key', '=', key).then(0).else(1).end())
    .limit(2)
    .execute();
  const [first] = rows;
  return first?.username_key === key || rows.length === 1 ? first : undefined;
}

/** Accounts that one address may mean at a login or a reset: a client has one with each freelancer. */
export const MOST_ACCOUNTS_OF_EMAIL = 5;

/**
 * The accounts that an address means: those that verified it, the one used last first, at most five; else the newest that
 * has it as its main address. With `otherThan`, only other accounts of customers that verified it as their main address.
 */
export async function listAccountsByEmail(db: Database, email: string, otherThan?: number) {
  const query = db
    .selectFrom('email_addresses')
    .innerJoin('users', 'users.id', 'email_addresses.user_id')
    .select([...ACCOUNT_COLUMNS, 'email_addresses.verified'])
    .where('email_addresses.email', '=', email);
  const verified = query
    .where('email_addresses.verified', '=', true)
    .orderBy((e) => e.fn.coalesce('users.last_login_at', 'users.created_at'), 'desc')
    .orderBy('users.id', 'desc')
    .limit(MOST_ACCOUNTS_OF_EMAIL);
  if (otherThan !== undefined)
    return verified
      .where('users.id', '!=', otherThan)
      .where('users.user_type', '=', 'customer')
      .where('email_addresses.is_primary', '=', true)
      .execute();
  const proven = await verified.execute();
  if (proven.length > 0) return proven;
  return query
    .orderBy('email_addresses.is_primary', 'desc')
    .orderBy('email_addresses.id', 'desc')
    .limit(1)
    .execute();
}

/** Returns a customer's freelancer by shown name, sender of mails and username; all null for a freelancer's account. */
export async function findFreelancerNames(
  db: Database,
  { owner_id }: Pick<AccountRow, 'owner_id'>,
): Promise<{ freelancer: string | null; username: string | null; sender: string | null }> {
  const owner = owner_id === null ? undefined : await findAccount(db, owner_id);
  const { username = null, display_name = null } = owner ?? {};
  return { freelancer: display_name ?? username, username, sender: display_name };
}

/** Lists a user's addresses, the main one first, then the oldest. */
export function listAddresses(db: Database, userId: number) {
  return db
    .selectFrom('email_addresses')
    .select(ADDRESS_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('is_primary', 'desc')
    .orderBy('id')
    .execute();
}

export type AddressRow = Awaited<ReturnType<typeof listAddresses>>[number];

export function findAddress(db: Database, id: number): Promise<AddressRow | undefined> {
  return db.selectFrom('email_addresses').select(ADDRESS_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Lists the rows of an address in all accounts, a verified one first, then the newest. */
export function listOwnersOfEmail(db: Database, email: string) {
  return db
    .selectFrom('email_addresses')
    .innerJoin('users', 'users.id', 'email_addresses.user_id')
    .select((e) => [
      'email_addresses.id',
      'email_addresses.user_id',
      'email_addresses.email',
      'email_addresses.verified',
      'email_addresses.verified_at',
      'email_addresses.is_primary',
      'users.username',
      'users.language',
      'users.owner_id',
      e
        .selectFrom('email_addresses as all_addresses')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('all_addresses.user_id', '=', 'email_addresses.user_id')
        .as('address_count'),
    ])
    .where('email_addresses.email', '=', email)
    .orderBy('email_addresses.verified', 'desc')
    .orderBy('email_addresses.id', 'desc')
    .execute();
}

/** Lists freelancers with this address who verified none and never logged in, newest first; their accounts are empty. */
export function listUnprovenOwners(db: Database, email: string) {
  return selectUnproven(db)
    .where('users.id', 'in', (e) =>
      e.selectFrom('email_addresses').select('user_id').where('email', '=', email),
    )
    .orderBy('users.id', 'desc')
    .execute();
}

export async function listUnprovenBefore(db: Database, time: string, limit: number): Promise<number[]> {
  const rows = await selectUnproven(db)
    .where('users.created_at', '<', time)
    .orderBy('users.created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Selects unproven accounts; registration gives an address, so those without one are of other origin and left out. */
function selectUnproven(db: Database) {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.created_at'])
    .where('users.user_type', '=', 'freelancer')
    .where('users.last_login_at', 'is', null)
    .where('users.verifications', '=', 0)
    .where((e) => {
      const addresses = e
        .selectFrom('email_addresses')
        .select('email_addresses.id')
        .whereRef('email_addresses.user_id', '=', 'users.id');
      return e.and([e.exists(addresses), e.not(e.exists(addresses.where('verified', '=', true)))]);
    });
}

export type EmailOwnerRow = Awaited<ReturnType<typeof listOwnersOfEmail>>[number];

type NewAddress = {
  user_id: number;
  email: string;
  verified: boolean;
  is_primary: boolean;
  created_at: string;
};

export async function insertAddress(db: Database, address: NewAddress): Promise<AddressRow> {
  return db
    .insertInto('email_addresses')
    .values({ ...address, verified_at: address.verified ? address.created_at : null })
    .returning(ADDRESS_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Marks an address as verified; it becomes the main one of a user who has none. */
export async function verifyAddress(db: Database, { id, user_id }: AddressRow, now: string): Promise<void> {
  await db
    .updateTable('email_addresses')
    .set({ verified: true, verified_at: now })
    .where('id', '=', id)
    .execute();
  const main = await db
    .selectFrom('email_addresses')
    .select('id')
    .where('user_id', '=', user_id)
    .where('is_primary', '=', true)
    .executeTakeFirst();
  if (!main) await db.updateTable('email_addresses').set({ is_primary: true }).where('id', '=', id).execute();
}

export async function setPrimary(db: Database, userId: number, id: number): Promise<void> {
  await db
    .updateTable('email_addresses')
    .set({ is_primary: false })
    .where('user_id', '=', userId)
    .where('id', '!=', id)
    .execute();
  await db.updateTable('email_addresses').set({ is_primary: true }).where('id', '=', id).execute();
}

export async function deleteAddress(db: Database, id: number): Promise<void> {
  await db.deleteFrom('email_addresses').where('id', '=', id).execute();
}
