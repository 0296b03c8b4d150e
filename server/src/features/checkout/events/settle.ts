import { restCents } from '@vitrin/shared/rules/money/refunds.ts';
import { resolvePurchases } from '@vitrin/shared/rules/money/subscription.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { gatewayOf } from '../gateways.ts';
import { applyFacts } from './apply-report.ts';
import { listPaidPayments, type PaidPayment } from '../payments/payment-queries.ts';
import { askAboutSubscription } from './reconcile.ts';
import { findPurchase, listPurchases, type PurchaseRow, updatePurchase } from '../queries.ts';
import { findReplacedAt, scheduleRefund, refundWhatBoughtNothing } from '../payments/refunds.ts';

/** Runs the job that ends a replaced or needless purchase (specification 7.8); the decision is stored first, and repeating is safe. */
export async function settlePurchase(
  context: Context,
  { purchase_id }: { purchase_id: number },
): Promise<void> {
  const purchase = await decide(context, purchase_id);
  if (!purchase || purchase.settled_at !== null) return;
  const existing = await findRest(context, purchase);
  const credited = existing && (await canUseCredit(context, purchase)) ? existing.period_end : null;
  const isCredited = await endAtGateway(context, purchase, credited);
  // A renewal may have been collected a moment ago, and its event may be lost.
  await askAboutSubscription(context, { purchase_id });
  const rest = await findRest(context, purchase);
  const now = timestampOf(context);
  await applyFacts(context, purchase, [{ kind: 'ended', ended_at: now }], 'clock');
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, purchase.user_id);
    if (rest && !isCredited) await scheduleRefund(tx, rest.id, rest.cents);
    await updatePurchase(tx.db, purchase.id, { settled_at: now });
  });
}

/** Stores what is to be done with the purchase, and with all others to settle; undefined when by now nothing is. */
async function decide(context: Context, purchaseId: number): Promise<PurchaseRow | undefined> {
  return inTransaction(context, async (tx) => {
    const found = await findPurchase(tx.db, purchaseId);
    if (!found || found.settlement !== null) return found;
    await lockUser(tx.db, found.user_id);
    const { toSettle } = resolvePurchases(await listPurchases(tx.db, found.user_id));
    // A later decision would not see that a duplicate was bought while this purchase was in force.
    const decisions = toSettle.some(({ id }) => id === purchaseId) ? toSettle : [];
    for (const { id, settlement, replaced_by } of decisions) {
      await updatePurchase(tx.db, id, { settlement, replaced_by });
      const decided = await findPurchase(tx.db, id);
      if (decided) await refundWhatBoughtNothing(tx, decided);
    }
    const purchase = await findPurchase(tx.db, purchaseId);
    return purchase?.settlement ? purchase : undefined;
  });
}

/** The payment for the period in which another purchase took over, and the share of it for the time after that. */
async function findRest(
  { db }: Context,
  purchase: PurchaseRow,
): Promise<(PaidPayment & { cents: number }) | null> {
  const replacedAt = await findReplacedAt(db, purchase);
  if (replacedAt === null) return null;
  const payments = await listPaidPayments(db, purchase.id);
  const payment = payments.find((each) => each.period_start < replacedAt && replacedAt < each.period_end);
  return payment ? { ...payment, cents: restCents(payment, replacedAt) } : null;
}

/** True if a credit helps: only if the purchase that replaced this one bills the same customer of the gateway. */
async function canUseCredit(context: Context, purchase: PurchaseRow): Promise<boolean> {
  const { db } = context;
  const next = purchase.replaced_by === null ? undefined : await findPurchase(db, purchase.replaced_by);
  return (
    gatewayOf(context, purchase).givesCredit &&
    next?.gateway === purchase.gateway &&
    next.gateway_customer_id === purchase.gateway_customer_id &&
    next.currency === purchase.currency
  );
}

/** Ends the subscription; true when the rest of the period that ends at `credited` became a credit. */
async function endAtGateway(
  context: Context,
  purchase: PurchaseRow,
  credited: string | null,
): Promise<boolean> {
  // An earlier try ended the subscription, or the gateway, which then settled it.
  if (purchase.gateway_subscription_id === null || purchase.ended_at !== null) return credited !== null;
  return gatewayOf(context, purchase).endNow(purchase.gateway_subscription_id, credited);
}
