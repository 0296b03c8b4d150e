import { paysForNothing } from '@vitrin/shared/rules/money/refunds.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { gatewayOf } from '../gateways.ts';
import { markInvoice } from '../invoices/service.ts';
import { mailRefund } from '../mails.ts';
import {
  findGatewayPayment,
  findRefundDue,
  listPaidPayments,
  markRefunded,
  updateRefund,
} from './payment-queries.ts';
import { findPurchase, type PurchaseRow } from '../queries.ts';

/** Decides to refund the payments of a purchase that bought nothing. Call it inside a transaction. */
export async function refundWhatBoughtNothing(
  context: Pick<Context, 'db' | 'now'>,
  purchase: PurchaseRow,
): Promise<void> {
  const replacedAt = await findReplacedAt(context.db, purchase);
  for (const payment of await listPaidPayments(context.db, purchase.id))
    if (paysForNothing(purchase, payment, replacedAt)) {
      await scheduleRefund(context, payment.id, payment.amount_cents);
      await enqueue(context, 'restore-credit', { payment_id: payment.id });
    }
}

/** Stores the decision with the payment, inside a transaction; a job tells the gateway. */
export async function scheduleRefund(
  context: Pick<Context, 'db' | 'now'>,
  paymentId: number,
  cents: number,
): Promise<void> {
  if (cents <= 0) return;
  await updateRefund(context.db, paymentId, cents);
  await enqueue(context, 'refund-payment', { payment_id: paymentId });
}

/** When another purchase took over; null when none has. */
export async function findReplacedAt(db: Database, purchase: PurchaseRow): Promise<string | null> {
  if (purchase.settlement !== 'superseded' || purchase.replaced_by === null) return null;
  return (await findPurchase(db, purchase.replaced_by))?.bought_at ?? null;
}

/** Runs the job that restores the credit that a payment had used, in part or in full. Calling the gateway twice does no harm. */
export async function restoreCredit(context: Context, { payment_id }: { payment_id: number }): Promise<void> {
  const payment = await findGatewayPayment(context.db, payment_id);
  const purchase = payment && (await findPurchase(context.db, payment.purchase_id));
  if (purchase) await gatewayOf(context, purchase).restoreCredit(payment.gateway_payment_id);
}

/** Runs the job that makes a decided refund. Calling the gateway twice does no harm. */
export async function refundPayment(context: Context, { payment_id }: { payment_id: number }): Promise<void> {
  const payment = await findRefundDue(context.db, payment_id);
  const purchase = payment && (await findPurchase(context.db, payment.purchase_id));
  if (!payment || !purchase) return;
  const { id, gateway_payment_id, refund_cents, currency } = payment;
  await gatewayOf(context, purchase).refund(gateway_payment_id, refund_cents);
  await inTransaction(context, async (tx) => {
    const isNew = await markRefunded(tx.db, id, timestampOf(tx));
    await markInvoice(tx, id);
    if (isNew) await mailRefund(tx, purchase, { gateway_payment_id, amount_cents: refund_cents, currency });
  });
}
