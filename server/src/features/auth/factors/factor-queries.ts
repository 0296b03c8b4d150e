import type { UserType } from '@vitrin/shared/contract/users.ts';
import type { Database } from '../../../database/connect.ts';
import { countRows } from '../../../database/row-counts.ts';

const FACTOR_COLUMNS = ['id', 'user_id', 'secret', 'last_step', 'created_at', 'last_used_at'] as const;

export function findFactor(db: Database, userId: number) {
  return db
    .selectFrom('second_factors')
    .select(FACTOR_COLUMNS)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export type FactorRow = NonNullable<Awaited<ReturnType<typeof findFactor>>>;

type NewFactor = { user_id: number; secret: string; last_step: number; created_at: string };

export async function insertFactor(db: Database, factor: NewFactor): Promise<void> {
  await db.insertInto('second_factors').values(factor).execute();
}

/** Notes that a code of this step was accepted; false when it or a later one was before. */
export async function takeStep(db: Database, userId: number, step: number, now: string): Promise<boolean> {
  const used = await db
    .updateTable('second_factors')
    .set({ last_step: step, last_used_at: now })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('id')
    .execute();
  return used.length > 0;
}

/** Deletes the authenticator app and all recovery codes of a user; the number of apps that were there. */
export async function deleteFactorsOf(db: Database, userId: number): Promise<number> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const gone = await db.deleteFrom('second_factors').where('user_id', '=', userId).returning('id').execute();
  return gone.length;
}

export function listRecoveryCodes(db: Database, userId: number) {
  return db
    .selectFrom('recovery_codes')
    .select(['code_hash', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .execute();
}

export async function replaceRecoveryCodes(
  db: Database,
  userId: number,
  hashes: string[],
  now: string,
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const codes = hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: now, used_at: null }));
  await db.insertInto('recovery_codes').values(codes).execute();
}

/** Uses a code up; false when there is no such code left. */
export async function takeRecoveryCode(
  db: Database,
  userId: number,
  hash: string,
  now: string,
): Promise<boolean> {
  const used = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('id')
    .execute();
  return used.length > 0;
}

export function countWithoutFactor(db: Database, userType: UserType): Promise<number> {
  return countRows(
    db
      .selectFrom('users')
      .where('user_type', '=', userType)
      .where((e) =>
        e.not(
          e.exists(
            e.selectFrom('second_factors').select('id').whereRef('second_factors.user_id', '=', 'users.id'),
          ),
        ),
      ),
  );
}
