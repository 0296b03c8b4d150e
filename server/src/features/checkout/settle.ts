import { resolvePurchases } from '@vitrin/shared/rules/subscription.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import { lockUser } from '../../database/locks.ts';
import { gatewayOf } from './gateways.ts';
import { mailRefund } from './mails.ts';
import { takeInFacts } from './news.ts';
import { listPaidPayments, markPaymentsRefunded } from './payment-queries.ts';
import { findPurchase, listPurchases, type PurchaseRow, updatePurchase } from './queries.ts';

/**
 * Job: ends a purchase that another one replaced, and gives the money back of one that was made although the plan was
 * paid (DECISIONS "Paying twice"). The decision is kept before the gateway is told; telling it twice does no harm.
 */
export async function settlePurchase(
  context: Context,
  { purchase_id }: { purchase_id: number },
): Promise<void> {
  const purchase = await decide(context, purchase_id);
  if (!purchase || purchase.settled_at !== null) return;
  const isDuplicate = purchase.settlement === 'duplicate';
  if (purchase.gateway_subscription_id !== null && purchase.ended_at === null) {
    const hasRest = purchase.paid_until !== null && timestampOf(context) < purchase.paid_until;
    await gatewayOf(context, purchase).endNow(purchase.gateway_subscription_id, hasRest && !isDuplicate);
  }
  if (isDuplicate) await refund(context, purchase);
  const now = timestampOf(context);
  await takeInFacts(context, purchase, [{ kind: 'ended', ended_at: now }], 'clock');
  await updatePurchase(context.db, purchase.id, { settled_at: now });
}

/** Keeps what is to be done with it; undefined when, by what is known now, nothing is. */
async function decide(context: Context, purchaseId: number): Promise<PurchaseRow | undefined> {
  return context.db.transaction().execute(async (trx) => {
    const found = await findPurchase(trx, purchaseId);
    if (!found || found.settlement !== null) return found;
    await lockUser(trx, found.user_id);
    const { toSettle } = resolvePurchases(await listPurchases(trx, found.user_id));
    const decision = toSettle.find(({ id }) => id === purchaseId);
    if (!decision) return undefined;
    await updatePurchase(trx, purchaseId, { settlement: decision.settlement });
    return findPurchase(trx, purchaseId);
  });
}

async function refund(context: Context, purchase: PurchaseRow): Promise<void> {
  const payments = await listPaidPayments(context.db, purchase.id);
  for (const { gateway_payment_id } of payments)
    await gatewayOf(context, purchase).refund(gateway_payment_id);
  await context.db.transaction().execute(async (trx) => {
    await markPaymentsRefunded(trx, purchase.id);
    for (const payment of payments) await mailRefund(context, trx, purchase, payment);
  });
}
