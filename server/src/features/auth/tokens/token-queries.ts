import type { TokenScope } from '@vitrin/shared/contract/account/tokens.ts';
import type { Database } from '../../../database/connect.ts';
import { countRows } from '../../../database/row-counts.ts';
import { defineStatement } from '../../../database/statement.ts';

const liveToken = defineStatement({
  variants: {},
  build: (db, at: { tokenHash: string; now: string }) =>
    db
      .selectFrom('tokens')
      .innerJoin('users', 'users.id', 'tokens.user_id')
      .select((e) => [
        'tokens.id',
        'tokens.scope',
        'tokens.project_id',
        'tokens.expires_at',
        'tokens.last_used_at',
        'users.id as user_id',
        'users.username',
        'users.user_type',
        'users.language',
        'users.owner_id',
        'users.signup_network as network',
        e
          .selectFrom('tokens as before')
          .whereRef('before.user_id', '=', 'tokens.user_id')
          .whereRef('before.id', '<', 'tokens.id')
          .where('before.expires_at', '>', at.now)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('older_tokens'),
      ])
      .where('tokens.token_hash', '=', at.tokenHash)
      .where('tokens.expires_at', '>', at.now),
});

/** Returns a live token, its user and the count of older ones by one statement, as every request with a token runs it. */
export async function findToken(db: Database, tokenHash: string, now: string) {
  const [token] = await liveToken.run(db, { tokenHash, now });
  return token;
}

export type LiveToken = NonNullable<Awaited<ReturnType<typeof findToken>>>;

/** Notes the use of a token, unless another request noted one after `before`. */
export async function noteUse(db: Database, id: number, now: string, before: string): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<=', before)]))
    .execute();
}

/** Lists a user's tokens that have not expired, the oldest first. */
export function listTokens(db: Database, userId: number, now: string) {
  return db
    .selectFrom('tokens')
    .leftJoin('projects', 'projects.id', 'tokens.project_id')
    .select([
      'tokens.id',
      'tokens.name',
      'tokens.scope',
      'tokens.project_id',
      'projects.name as project_name',
      'tokens.created_at',
      'tokens.expires_at',
      'tokens.last_used_at',
    ])
    .where('tokens.user_id', '=', userId)
    .where('tokens.expires_at', '>', now)
    .orderBy('tokens.id')
    .execute();
}

export type TokenRow = Awaited<ReturnType<typeof listTokens>>[number];

export async function countTokens(db: Database, userId: number, now: string): Promise<number> {
  return countRows(db.selectFrom('tokens').where('user_id', '=', userId).where('expires_at', '>', now));
}

export async function insertToken(
  db: Database,
  token: {
    user_id: number;
    name: string;
    token_hash: string;
    scope: TokenScope;
    project_id: number | null;
    created_at: string;
    expires_at: string;
  },
): Promise<number> {
  const { id } = await db.insertInto('tokens').values(token).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Deletes a token of a user; gives its name, or undefined where there is none. */
export async function deleteToken(db: Database, userId: number, id: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

export async function deleteTokensOf(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('tokens').where('user_id', '=', userId).execute();
}

export async function deleteTokensExpiredBefore(db: Database, time: string): Promise<void> {
  await db.deleteFrom('tokens').where('expires_at', '<=', time).execute();
}

export function findProjectName(db: Database, ownerId: number, id: number) {
  return db
    .selectFrom('projects')
    .select('name')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
}

/** Reserves a key for a creation; returns false if the token has it already. */
export async function reserveKey(
  db: Database,
  key: { token_id: number; key: string; request_hash: string; created_at: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency_keys')
    .values({ ...key, status: null, headers: null, body: null })
    .onConflict((conflict) => conflict.columns(['token_id', 'key']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export type KeyOfToken = { tokenId: number; key: string };

export function findKey(db: Database, { tokenId, key }: KeyOfToken) {
  return db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'headers', 'body'])
    .where('token_id', '=', tokenId)
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function keepAnswer(
  db: Database,
  { tokenId, key }: KeyOfToken,
  answer: { status: number; headers: string; body: string | null },
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set(answer)
    .where('token_id', '=', tokenId)
    .where('key', '=', key)
    .execute();
}

export async function releaseKey(db: Database, { tokenId, key }: KeyOfToken): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('token_id', '=', tokenId).where('key', '=', key).execute();
}

/** Deletes keys that were reserved before `time`, of one token or of all. */
export async function deleteKeysBefore(db: Database, time: string, tokenId?: number): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', time)
    .$if(tokenId !== undefined, (query) => query.where('token_id', '=', tokenId ?? 0))
    .execute();
}
