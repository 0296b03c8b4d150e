import type { Database } from '../../../database/connect.ts';

const COLUMNS = ['id', 'user_id', 'email', 'expires_at'] as const;

export function findReclaim(db: Database, id: number) {
  return db.selectFrom('take_backs').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export type ReclaimRow = NonNullable<Awaited<ReturnType<typeof findReclaim>>>;

export async function upsertReclaim(
  db: Database,
  userId: number,
  email: string,
  { now, expiresAt }: { now: string; expiresAt: string },
): Promise<number> {
  await db.deleteFrom('take_backs').where('user_id', '=', userId).where('expires_at', '<=', now).execute();
  const { id } = await db
    .insertInto('take_backs')
    .values({ user_id: userId, email, expires_at: expiresAt })
    .onConflict((conflict) => conflict.columns(['user_id', 'email']).doUpdateSet({ expires_at: expiresAt }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteReclaimsFrom(db: Database, { user_id, id }: ReclaimRow): Promise<void> {
  await db.deleteFrom('take_backs').where('user_id', '=', user_id).where('id', '>=', id).execute();
}

export async function deleteReclaimsOf(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('take_backs').where('user_id', '=', userId).execute();
}

export async function deleteExpiredReclaims(db: Database, now: string): Promise<void> {
  await db.deleteFrom('take_backs').where('expires_at', '<=', now).execute();
}
