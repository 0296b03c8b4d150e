import type { Database } from '../../../database/connect.ts';

export function findFeedOf(db: Database, userId: number) {
  return db
    .selectFrom('feeds')
    .select(['id', 'created_at', 'last_fetched_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export function findFeedByHash(db: Database, hash: string) {
  return db
    .selectFrom('feeds')
    .innerJoin('users', 'users.id', 'feeds.user_id')
    .select([
      'feeds.id',
      'feeds.user_id',
      'feeds.created_at',
      'users.username',
      'users.display_name',
      'users.language',
    ])
    .where('feeds.secret_hash', '=', hash)
    .where('users.user_type', '=', 'freelancer')
    .executeTakeFirst();
}

export type FeedRow = NonNullable<Awaited<ReturnType<typeof findFeedByHash>>>;

export async function insertFeed(
  db: Database,
  feed: { user_id: number; secret_hash: string; created_at: string },
): Promise<void> {
  await db
    .insertInto('feeds')
    .values({ ...feed, last_fetched_at: null })
    .execute();
}

/** Ends the secret address of a user; false where there was none. */
export async function deleteFeedOf(db: Database, userId: number): Promise<boolean> {
  const gone = await db.deleteFrom('feeds').where('user_id', '=', userId).returning('id').execute();
  return gone.length > 0;
}

export async function noteFetch(db: Database, id: number, last_fetched_at: string): Promise<void> {
  await db.updateTable('feeds').set({ last_fetched_at }).where('id', '=', id).execute();
}
