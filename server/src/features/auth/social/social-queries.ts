import type { Database } from '../../../database/connect.ts';

const COLUMNS = [
  'id',
  'user_id',
  'provider',
  'uid',
  'display',
  'pending_address_id',
  'last_used_at',
] as const;

/** Finds the link of an identity, also a pending one, which belongs to no account yet. */
export function findSocialAccount(db: Database, provider: string, uid: string) {
  return db
    .selectFrom('social_accounts')
    .select(COLUMNS)
    .where('provider', '=', provider)
    .where('uid', '=', uid)
    .executeTakeFirst();
}

/** Lists a user's identities without pending ones. */
export function listSocialAccounts(db: Database, userId: number) {
  return db
    .selectFrom('social_accounts')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('pending_address_id', 'is', null)
    .orderBy('id')
    .execute();
}

export type SocialAccountRow = Awaited<ReturnType<typeof listSocialAccounts>>[number];

export async function insertSocialAccount(
  db: Database,
  account: Omit<SocialAccountRow, 'id' | 'last_used_at'> & { created_at: string },
): Promise<void> {
  await db.insertInto('social_accounts').values(account).execute();
}

export async function noteIdentityUse(
  db: Database,
  { userId, provider, uid }: { userId: number; provider: string; uid: string },
  now: string,
): Promise<void> {
  await db
    .updateTable('social_accounts')
    .set({ last_used_at: now })
    .where('provider', '=', provider)
    .where('uid', '=', uid)
    .where('user_id', '=', userId)
    .execute();
}

/** Links the identity that waits for this address to its account. */
export async function confirmSocialAccount(
  db: Database,
  addressId: number,
  provider: string,
  uid: string,
): Promise<void> {
  await db
    .updateTable('social_accounts')
    .set({ pending_address_id: null })
    .where('pending_address_id', '=', addressId)
    .where('provider', '=', provider)
    .where('uid', '=', uid)
    .execute();
}

/** Returns the number deleted, not counting pending ones. */
export async function deleteSocialAccountsOf(db: Database, userId: number): Promise<number> {
  const rows = await db
    .deleteFrom('social_accounts')
    .where('user_id', '=', userId)
    .returning('pending_address_id')
    .execute();
  return rows.filter(({ pending_address_id }) => pending_address_id === null).length;
}

/** Deletes pending identities; returns 0, because they never belonged to the account. */
export async function deletePendingSocialAccounts(db: Database, userId: number): Promise<0> {
  await db
    .deleteFrom('social_accounts')
    .where('user_id', '=', userId)
    .where('pending_address_id', 'is not', null)
    .execute();
  return 0;
}

export async function deleteSocialAccount(db: Database, id: number): Promise<void> {
  await db.deleteFrom('social_accounts').where('id', '=', id).execute();
}
