import type { Database } from '../../../database/connect.ts';
import type { PageRange } from '../../../database/pages.ts';
import { countRows, givesRow } from '../../../database/row-counts.ts';
import { pageAfter } from '../../../database/pages.ts';

const COLUMNS = [
  'id',
  'user_id',
  'asked_at',
  'due_at',
  'has_stopped_renewal',
  'begun_at',
  'remembered',
] as const;

export function findErasure(db: Database, id: number) {
  return db.selectFrom('erasures').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export type ErasureRow = NonNullable<Awaited<ReturnType<typeof findErasure>>>;

export function findErasureOf(db: Database, userId: number) {
  return db.selectFrom('erasures').select(COLUMNS).where('user_id', '=', userId).executeTakeFirst();
}

export function insertErasure(
  db: Database,
  erasure: Pick<ErasureRow, 'user_id' | 'asked_at' | 'due_at'>,
): Promise<ErasureRow> {
  return db
    .insertInto('erasures')
    .values({ ...erasure, begun_at: null, remembered: null })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function updateErasure(
  db: Database,
  id: number,
  change: Partial<Pick<ErasureRow, 'due_at' | 'has_stopped_renewal' | 'begun_at' | 'remembered'>>,
): Promise<void> {
  await db.updateTable('erasures').set(change).where('id', '=', id).execute();
}

/** Cancels a deletion; returns false when it has begun or is gone. */
export async function deleteErasure(db: Database, id: number): Promise<boolean> {
  return givesRow(
    db.deleteFrom('erasures').where('id', '=', id).where('begun_at', 'is', null).returning('id'),
  );
}

export function countErasures(db: Database): Promise<number> {
  return countRows(db.selectFrom('erasures'));
}

/** Lists the accounts that are going to be deleted, the next one first. */
export function listErasures(db: Database, { limit, offset }: PageRange) {
  return db
    .selectFrom('erasures')
    .innerJoin('users', 'users.id', 'erasures.user_id')
    .select(['users.username', 'users.user_type', 'asked_at', 'due_at', 'begun_at'])
    .orderBy('due_at')
    .orderBy('erasures.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function listCustomerAddresses(db: Database, ownerId: number, after: number, limit: number) {
  return db
    .selectFrom('users')
    .innerJoin('email_addresses', 'email_addresses.user_id', 'users.id')
    .select(['email_addresses.id', 'email_addresses.email as to', 'users.username', 'users.language'])
    .where('users.owner_id', '=', ownerId)
    .where('email_addresses.verified', '=', true)
    .$call(pageAfter('email_addresses.id', after, limit))
    .execute();
}
