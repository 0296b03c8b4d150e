import { resolvePurchases } from '@vitrin/shared/rules/money/subscription.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { applyFacts } from '../events/apply-report.ts';
import { gatewayOf } from '../gateways.ts';
import { keepInvoices, sweepInvoices } from '../invoices/service.ts';
import { keepAcceptances, sweepAcceptances } from '../legal/service.ts';
import { backOf } from './back-of.ts';
import { keptUntil } from './kept-until.ts';
import { deleteSomePurchases, listPurchases } from '../queries.ts';
import {
  countRefundsUnderWay,
  deleteKeptBefore,
  deleteSomePayments,
  insertKept,
  listPaymentsToKeep,
} from './kept-payment-queries.ts';

/** Ends purchases at the gateway and here, without a refund; throws without an answer, repeatable, not in a transaction. */
export async function endPurchasesOf(context: Context, userId: number): Promise<void> {
  const purchases = await listPurchases(context.db, userId);
  const settling = new Set(resolvePurchases(purchases).toSettle.map(({ id }) => id));
  for (const purchase of purchases) {
    const { id, gateway_subscription_id, ended_at, settlement } = purchase;
    if (gateway_subscription_id === null || ended_at !== null || settlement !== null || settling.has(id))
      continue;
    await gatewayOf(context, purchase).endNow(gateway_subscription_id, null);
    await applyFacts(context, purchase, [{ kind: 'ended', ended_at: timestampOf(context) }], 'user');
  }
}

export async function isMoneyUnderWay({ db }: Pick<Context, 'db'>, userId: number): Promise<boolean> {
  return (await countRefundsUnderWay(db, userId)) > 0;
}

/** Replaces payments by anonymous records that the law requires; `payer` is random and the same in all of them. */
export async function keepOnlyAmounts(context: Context, userId: number, payer: string): Promise<void> {
  const years = context.config.keepPaymentYears;
  const keepSome = () =>
    inTransaction(context, async (tx) => {
      const payments = await listPaymentsToKeep(tx.db, userId);
      const kept = payments.map((payment) => {
        return { ...keptOf(payment), payer, kept_until: keptUntil(tx, payment.made_at) };
      });
      const open = kept.filter(({ kept_until }) => kept_until > timestampOf(tx));
      if (open.length > 0 && years > 0) await insertKept(tx.db, open);
      return deleteSomePayments(
        tx.db,
        payments.map(({ id }) => id),
        userId,
      );
    });
  while (await keepSome());
  while (await inTransaction(context, (tx) => keepInvoices(tx, userId, payer)));
  while (await inTransaction(context, (tx) => keepAcceptances(tx, userId, payer)));
  while (await inTransaction(context, (tx) => deleteSomePurchases(tx.db, userId)));
}

type PaymentToKeep = Awaited<ReturnType<typeof listPaymentsToKeep>>[number];

/** A payment as it is kept: what came back of it is one sum, however it did. */
function keptOf(payment: PaymentToKeep) {
  const {
    id: _id,
    returned_cents: _returned,
    dispute: _dispute,
    dispute_cents: _disputed,
    returned_asked_at,
    refunded_at,
    ...rest
  } = payment;
  const refund_cents = backOf(payment);
  return { ...rest, refund_cents, refunded_at: refund_cents > 0 ? (refunded_at ?? returned_asked_at) : null };
}

/** Deletes what was kept of payments once the law wants it no more; a daily job runs it. */
export async function sweepKeptPayments(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteKeptBefore(context.db, timestampOf(context));
  await sweepAcceptances(context);
  await sweepInvoices(context);
}
