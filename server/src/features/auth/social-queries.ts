import type { Database } from '../../database/connect.ts';

const COLUMNS = ['id', 'user_id', 'provider', 'uid', 'display'] as const;

export function findSocialAccount(db: Database, provider: string, uid: string) {
  return db
    .selectFrom('social_accounts')
    .select(COLUMNS)
    .where('provider', '=', provider)
    .where('uid', '=', uid)
    .executeTakeFirst();
}

export function listSocialAccounts(db: Database, userId: number) {
  return db
    .selectFrom('social_accounts')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

export type SocialAccountRow = Awaited<ReturnType<typeof listSocialAccounts>>[number];

export async function insertSocialAccount(
  db: Database,
  account: Omit<SocialAccountRow, 'id'> & { created_at: string },
): Promise<void> {
  await db.insertInto('social_accounts').values(account).execute();
}

export async function deleteSocialAccount(db: Database, id: number): Promise<void> {
  await db.deleteFrom('social_accounts').where('id', '=', id).execute();
}
