import { type Standing, standingOf, termOf } from '@vitrin/shared/rules/money/subscription.ts';
import type { GatewayAnswer, GatewayName } from '../../../adapters/payments/gateway.ts';
import type { Context } from '../../../context.ts';
import { timestampIn } from '../../../context.ts';
import { sweepKeptPayments } from '../payments/kept-payments.ts';
import { repeatTomorrow } from '../../../jobs/daily.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { gatewayOf, remoteGateways } from '../gateways.ts';
import { applyReport } from './apply-report.ts';
import { listRefundsDue } from '../payments/payment-queries.ts';
import { findPurchase, listOpenCheckouts, listUnfinishedPurchases, type PurchaseRow } from '../queries.ts';
import { askCheckout } from './verify.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { inTurn } from '../subscription/turns.ts';

/** Longer than any gateway keeps a checkout open, and than a bank transfer takes. */
const OPEN_SECONDS = 30 * 24 * 3600;

/** A day, less a margin for the daily job; notices, which anybody can send, try no sooner. */
const RETRY_AFTER_SECONDS = 20 * 3600;

/** Runs the daily job, which makes one each for open checkouts, running subscriptions and returned money. */
export async function reconcilePayments(context: Context): Promise<void> {
  await sweepKeptPayments(context);
  const gateways = remoteGateways(context);
  await inTransaction(context, async (tx) => {
    await repeatTomorrow(tx, 'reconcile-payments');
    if (gateways.length > 0) await enqueue(tx, 'list-returned', {});
    for (const { name } of gateways) await enqueueQuestions(tx, name);
  });
}

async function enqueueQuestions(tx: Pick<Context, 'db' | 'now'>, gateway: GatewayName): Promise<void> {
  for (const { id } of await listOpenCheckouts(tx.db, gateway, timestampIn(tx, -OPEN_SECONDS)))
    await enqueue(tx, 'ask-checkout', { purchase_id: id });
  for (const { id, settlement } of await listUnfinishedPurchases(tx.db, gateway))
    await enqueue(tx, settlement === null ? 'ask-subscription' : 'settle-purchase', {
      purchase_id: id,
    });
  for (const { id } of await listRefundsDue(tx.db, gateway))
    await enqueue(tx, 'refund-payment', { payment_id: id });
}

export async function askAboutCheckout(
  context: Context,
  { purchase_id }: { purchase_id: number },
): Promise<void> {
  const purchase = await findPurchase(context.db, purchase_id);
  if (purchase) await askCheckout(context, purchase);
}

/** Runs the job that recharges a refused month if the gateway does not, and ends it after the grace (decisions 0208, 0242). */
export async function askAboutSubscription(
  context: Context,
  { purchase_id }: { purchase_id: number },
): Promise<void> {
  const report = await ask(context, purchase_id);
  if (!report?.facts.some(({ kind }) => kind === 'payment_failed')) return;
  const purchase = await findPurchase(context.db, purchase_id);
  if (!purchase?.gateway_subscription_id) return;
  const { endNow, collectAgain, retriesByItself } = gatewayOf(context, purchase);
  const subscriptionId = purchase.gateway_subscription_id;
  const standing = standingOfDue(purchase, new Date(report.at));
  if (standing === 'ended') await endNow(subscriptionId, null);
  else if (standing !== 'past_due' || !collectAgain || retriesByItself) return;
  else if (!(await inTurn(context, purchase_id, () => collectAgain(subscriptionId, RETRY_AFTER_SECONDS))))
    return;
  await ask(context, purchase_id);
}

async function ask(context: Context, purchaseId: number): Promise<GatewayAnswer | null> {
  const purchase = await findPurchase(context.db, purchaseId);
  if (!purchase?.gateway_subscription_id) return null;
  const gateway = gatewayOf(context, purchase);
  const report = await gateway.askSubscription(
    purchase.gateway_subscription_id,
    context.now(),
    purchase.token,
  );
  if (report) await inTransaction(context, (tx) => applyReport(tx, report, 'reconcile'));
  return report;
}

/** Null for a purchase that is settled or cancelled: its gateway collects nothing more. */
function standingOfDue(purchase: PurchaseRow, now: Date): Standing | null {
  const term = termOf(purchase);
  if (!term || term.cancel_at_period_end || purchase.settlement !== null) return null;
  return standingOf(term, now);
}
