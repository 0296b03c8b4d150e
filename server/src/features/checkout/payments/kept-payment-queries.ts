import type { Insertable } from 'kysely';
import type { Database } from '../../../database/connect.ts';
import { countRows } from '../../../database/row-counts.ts';
import type { KeptPaymentsTable } from '../../../database/tables/checkout.ts';
import { isNotLost } from './payment-queries.ts';

const ROWS_AT_ONCE = 100;

export function listPaymentsToKeep(db: Database, userId: number) {
  return db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .innerJoin('plans', 'plans.id', 'purchases.plan_id')
    .select([
      'payments.id',
      'purchases.gateway',
      'payments.gateway_payment_id',
      'plans.code as plan',
      'payments.amount_cents',
      'payments.credit_cents',
      'payments.currency',
      'payments.returned_cents',
      'payments.dispute',
      'payments.dispute_cents',
      'payments.refunded_at',
      'payments.returned_asked_at',
      'payments.period_start',
      'payments.period_end',
      'payments.made_at',
    ])
    .where('payments.user_id', '=', userId)
    .where('payments.status', '!=', 'failed')
    .orderBy('payments.id')
    .limit(ROWS_AT_ONCE)
    .execute();
}

/** A payment that a restored backup brings back is kept as it was kept before. */
export async function insertKept(db: Database, payments: Insertable<KeptPaymentsTable>[]): Promise<void> {
  await db
    .insertInto('kept_payments')
    .values(payments)
    .onConflict((conflict) => conflict.column('gateway_payment_id').doNothing())
    .execute();
}

/** Deletes these payments, or where there are none some that failed; false when none of the user is left. */
export async function deleteSomePayments(db: Database, ids: number[], userId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('payments')
    .where('id', 'in', (e) =>
      ids.length > 0
        ? e.selectFrom('payments').select('id').where('id', 'in', ids)
        : e.selectFrom('payments').select('id').where('user_id', '=', userId).limit(ROWS_AT_ONCE),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countRefundsUnderWay(db: Database, userId: number): Promise<number> {
  const refunds = await countRows(
    db
      .selectFrom('payments')
      .where('user_id', '=', userId)
      .where('refund_cents', '>', 0)
      .where('refunded_at', 'is', null)
      .where(isNotLost()),
  );
  const settlements = await countRows(
    db
      .selectFrom('purchases')
      .where('user_id', '=', userId)
      .where('settlement', 'is not', null)
      .where('settled_at', 'is', null),
  );
  return refunds + settlements;
}

export async function deleteKeptBefore(db: Database, time: string): Promise<void> {
  await db.deleteFrom('kept_payments').where('kept_until', '<=', time).execute();
}
