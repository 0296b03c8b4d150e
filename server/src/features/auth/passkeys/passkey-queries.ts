import type { Database } from '../../../database/connect.ts';
import { countRows, givesRow } from '../../../database/row-counts.ts';
import { repeatWhenLost } from '../../../database/transaction.ts';

const COLUMNS = [
  'id',
  'user_id',
  'credential_id',
  'public_key',
  'sign_count',
  'transports',
  'rp_id',
  'name',
  'created_at',
  'last_used_at',
] as const;

export function listPasskeys(db: Database, userId: number) {
  return db.selectFrom('passkeys').select(COLUMNS).where('user_id', '=', userId).orderBy('id').execute();
}

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number];

export function findPasskey(db: Database, credentialId: string): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .select(COLUMNS)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

export function hasPasskey(db: Database, userId: number, rpId: string): Promise<boolean> {
  return givesRow(
    db.selectFrom('passkeys').select('id').where('user_id', '=', userId).where('rp_id', '=', rpId).limit(1),
  );
}

export function countPasskeys(db: Database, userId: number): Promise<number> {
  return countRows(db.selectFrom('passkeys').where('user_id', '=', userId));
}

export function insertPasskey(
  db: Database,
  passkey: Omit<PasskeyRow, 'id' | 'last_used_at'>,
): Promise<PasskeyRow> {
  return db.insertInto('passkeys').values(passkey).returning(COLUMNS).executeTakeFirstOrThrow();
}

/** Returns the renamed passkey; undefined when the user has none of this id. */
export function renamePasskeyOf(
  db: Database,
  userId: number,
  id: number,
  name: string,
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Notes a use; false when the passkey is gone, or another use has counted as far meanwhile. */
export async function noteUse(
  db: Database,
  { id, sign_count }: Pick<PasskeyRow, 'id' | 'sign_count'>,
  counted: number,
  now: string,
): Promise<boolean> {
  const used = await db
    .updateTable('passkeys')
    .set({ sign_count: counted, last_used_at: now })
    .where('id', '=', id)
    .where('sign_count', '=', sign_count)
    .returning('id')
    .execute();
  return used.length > 0;
}

/** Deletes passkeys of a user, all of them without `ids`; the names of those that were there. */
export async function deletePasskeysOf(db: Database, userId: number, ids?: number[]): Promise<string[]> {
  const gone = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .returning('name')
    .execute();
  return gone.map(({ name }) => name);
}

/** Notes that a challenge was answered; false when it was before. */
export async function useChallenge(db: Database, hash: string, expiresAt: string): Promise<boolean> {
  const used = await db
    .insertInto('used_challenges')
    .values({ challenge_hash: hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .returning('challenge_hash')
    .execute();
  return used.length > 0;
}

export async function deleteExpiredChallenges(db: Database, now: string): Promise<void> {
  await repeatWhenLost(() => db.deleteFrom('used_challenges').where('expires_at', '<=', now).execute());
}
