import type { Currency } from '@vitrin/shared/contract/plans.ts';
import type { Database } from '../../../database/connect.ts';
import type { PurchaseGateway } from '../../../database/tables/checkout.ts';
import { countRows, givesRow } from '../../../database/row-counts.ts';

type PaymentInput = {
  purchase_id: number;
  user_id: number;
  gateway_payment_id: string;
  amount_cents: number;
  credit_cents: number;
  currency: Currency;
  period_start: string;
  period_end: string;
  made_at: string;
};

/** False when this payment is known already. */
export async function insertPayment(
  db: Database,
  payment: PaymentInput & { status: 'paid' | 'failed' },
): Promise<boolean> {
  return givesRow(
    db
      .insertInto('payments')
      .values(payment)
      .onConflict((conflict) => conflict.column('gateway_payment_id').doNothing())
      .returning('id'),
  );
}

/** Marks a failed payment as paid. False when it was not known as failed. */
export async function markPaymentPaid(
  db: Database,
  { gateway_payment_id, amount_cents, credit_cents, made_at }: PaymentInput,
): Promise<boolean> {
  return givesRow(
    db
      .updateTable('payments')
      .set({ status: 'paid', amount_cents, credit_cents, made_at })
      .where('gateway_payment_id', '=', gateway_payment_id)
      .where('status', '=', 'failed')
      .returning('id'),
  );
}

export type PaidPayment = Awaited<ReturnType<typeof listPaidPayments>>[number];

/** Payments of a purchase that were made and of which nothing is refunded. */
export function listPaidPayments(db: Database, purchaseId: number) {
  return db
    .selectFrom('payments')
    .select(['id', 'amount_cents', 'period_start', 'period_end', 'made_at as paid_at'])
    .where('purchase_id', '=', purchaseId)
    .where('status', '=', 'paid')
    .where('refund_cents', '=', 0)
    .orderBy('id')
    .execute();
}

export async function updateRefund(db: Database, id: number, refund_cents: number): Promise<void> {
  await db.updateTable('payments').set({ refund_cents }).where('id', '=', id).execute();
}

export function findGatewayPayment(db: Database, id: number) {
  return db
    .selectFrom('payments')
    .select(['purchase_id', 'gateway_payment_id'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The payment, when a refund of it is decided and not yet made; undefined otherwise. */
export function findRefundDue(db: Database, id: number) {
  return db
    .selectFrom('payments')
    .select(['id', 'purchase_id', 'gateway_payment_id', 'amount_cents', 'refund_cents', 'currency'])
    .where('id', '=', id)
    .where('refund_cents', '>', 0)
    .where('refunded_at', 'is', null)
    .executeTakeFirst();
}

export function listRefundsDue(db: Database, gateway: PurchaseGateway) {
  return db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .select('payments.id')
    .where('purchases.gateway', '=', gateway)
    .where('payments.refund_cents', '>', 0)
    .where('payments.refunded_at', 'is', null)
    .execute();
}

/** False when the refund was recorded before. */
export async function markRefunded(
  db: Database,
  id: number,
  change: { refunded_at: string; status: 'paid' | 'refunded' },
): Promise<boolean> {
  return givesRow(
    db
      .updateTable('payments')
      .set(change)
      .where('id', '=', id)
      .where('refunded_at', 'is', null)
      .returning('id'),
  );
}

/** The first payment of a purchase. */
export function findFirstPayment(db: Database, purchaseId: number) {
  return db
    .selectFrom('payments')
    .select(['gateway_payment_id', 'made_at'])
    .where('purchase_id', '=', purchaseId)
    .where('status', '!=', 'failed')
    .orderBy('period_start')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

function selectPayments(db: Database) {
  return db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .innerJoin('plans', 'plans.id', 'purchases.plan_id')
    .select([
      'payments.id',
      'payments.gateway_payment_id',
      'payments.amount_cents',
      'payments.credit_cents',
      'payments.currency',
      'payments.status',
      'payments.refund_cents',
      'payments.refunded_at',
      'payments.period_start',
      'payments.period_end',
      'payments.made_at',
      'purchases.gateway',
      'plans.name as plan_name',
    ]);
}

export type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number];

/** A user's payments, newest first. */
export function listPayments(db: Database, userId: number, offset: number, limit: number) {
  return selectPayments(db)
    .where('payments.user_id', '=', userId)
    .orderBy('payments.made_at', 'desc')
    .orderBy('payments.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function countPayments(db: Database, userId: number): Promise<number> {
  return countRows(db.selectFrom('payments').where('user_id', '=', userId));
}

export function findPayment(db: Database, userId: number, id: number) {
  return selectPayments(db)
    .where('payments.id', '=', id)
    .where('payments.user_id', '=', userId)
    .executeTakeFirst();
}
