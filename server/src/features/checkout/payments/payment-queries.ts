import { type Expression, expressionBuilder, sql } from 'kysely';
import type { DisputeState, PaymentStatus } from '@vitrin/shared/contract/payments/checkout.ts';
import type { Currency } from '@vitrin/shared/contract/plans.ts';
import type { Database } from '../../../database/connect.ts';
import type { Schema } from '../../../database/schema.ts';
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

/** Payments of a purchase that were made, of which we refund nothing, and that no bank has fetched back. */
export function listPaidPayments(db: Database, purchaseId: number) {
  return db
    .selectFrom('payments')
    .select(['id', 'amount_cents', 'period_start', 'period_end', 'made_at as paid_at'])
    .where('purchase_id', '=', purchaseId)
    .where('status', '=', 'paid')
    .where('refund_cents', '=', 0)
    .where(isNotLost())
    .orderBy('id')
    .execute();
}

/** False for a payment that was lost in a dispute: the payer has that money already. */
export function isNotLost() {
  const e = expressionBuilder<Schema, 'payments'>();
  return e.or([e('payments.dispute', 'is', null), e('payments.dispute', '!=', 'lost')]);
}

/** A gateway refuses to refund what is in dispute; a refund that is decided waits until that is. */
function isNotDisputed() {
  const e = expressionBuilder<Schema, 'payments'>();
  return e.or([e('payments.dispute', 'is', null), e('payments.dispute', '=', 'won')]);
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
    .select(['id', 'purchase_id', 'gateway_payment_id', 'refund_cents', 'currency'])
    .where('id', '=', id)
    .where('refund_cents', '>', 0)
    .where('refunded_at', 'is', null)
    .where(isNotDisputed())
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
    .where(isNotDisputed())
    .execute();
}

export async function findPaymentByGatewayId(db: Database, gatewayPaymentId: string) {
  return db
    .selectFrom('payments')
    .select('id')
    .where('gateway_payment_id', '=', gatewayPaymentId)
    .executeTakeFirst();
}

/** Lists payments with a dispute that was undecided when their gateway was asked last. */
export function listOpenDisputes(db: Database, gateway: PurchaseGateway) {
  return db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .select('payments.id')
    .where('purchases.gateway', '=', gateway)
    .where('payments.dispute', '=', 'open')
    .execute();
}

/** Refunds and disputes of a payment as its gateway reported them; `at` is by the gateway's clock. */
type Returned = {
  at: string;
  returned_cents: number;
  dispute: DisputeState | null;
  dispute_cents: number;
};

/** Stores what the gateway said of a payment at a time, unless a later answer is stored. */
export async function updateReturned(
  db: Database,
  id: number,
  { at, returned_cents, dispute, dispute_cents }: Returned,
): Promise<void> {
  await db
    .updateTable('payments')
    .set((e) => ({
      returned_cents,
      dispute,
      dispute_cents,
      returned_asked_at: at,
      status: statusAfter(e.val(returned_cents)),
    }))
    .where('id', '=', id)
    .where('status', '!=', 'failed')
    .where((e) => e.or([e('returned_asked_at', 'is', null), e('returned_asked_at', '<=', at)]))
    .execute();
}

/** `refunded` once all of the amount is back; what a credit paid in full has no amount. */
function statusAfter(returnedCents: Expression<number>) {
  const e = expressionBuilder<Schema, 'payments'>();
  return e
    .case()
    .when(e.and([e('amount_cents', '>', 0), e(returnedCents, '>=', e.ref('amount_cents'))]))
    .then(sql.lit<PaymentStatus>('refunded'))
    .else(sql.lit<PaymentStatus>('paid'))
    .end();
}

/** False when the refund was recorded before. */
export async function markRefunded(db: Database, id: number, refunded_at: string): Promise<boolean> {
  const e = expressionBuilder<Schema, 'payments'>();
  const returned_cents = e
    .case()
    .when('returned_cents', '<', e.ref('refund_cents'))
    .then(e.ref('refund_cents'))
    .else(e.ref('returned_cents'))
    .end();
  return givesRow(
    db
      .updateTable('payments')
      .set({ refunded_at, returned_cents, status: statusAfter(returned_cents) })
      .where('id', '=', id)
      .where('refunded_at', 'is', null)
      .returning('id'),
  );
}

export function findReturnedSums(db: Database, id: number) {
  return db
    .selectFrom('payments')
    .select(['amount_cents', 'returned_cents', 'dispute', 'dispute_cents'])
    .where('id', '=', id)
    .executeTakeFirst();
}

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

function madeInvoices(db: Database) {
  return db
    .selectFrom('invoices')
    .select(['id', 'payment_id', 'issued_at'])
    .where('made_at', 'is not', null)
    .as('invoice');
}

function selectPayments(db: Database) {
  return db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .innerJoin('plans', 'plans.id', 'purchases.plan_id')
    .leftJoin(madeInvoices(db), 'invoice.payment_id', 'payments.id')
    .select([
      'payments.id',
      'payments.gateway_payment_id',
      'payments.amount_cents',
      'payments.credit_cents',
      'payments.currency',
      'payments.status',
      'payments.returned_cents',
      'payments.dispute',
      'payments.dispute_cents',
      'payments.period_start',
      'payments.period_end',
      'payments.made_at',
      'purchases.gateway',
      'plans.name as plan_name',
      'invoice.id as invoice_id',
      'invoice.issued_at as invoice_issued_at',
    ]);
}

export type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number];

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
