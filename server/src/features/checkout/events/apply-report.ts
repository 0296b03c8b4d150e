import {
  mergeFact,
  type PurchaseFact,
  resolvePurchases,
  termOf,
} from '@vitrin/shared/rules/money/subscription.ts';
import type { GatewayFact, GatewayReport } from '../../../adapters/payments/gateway.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import { lockUser } from '../../../database/locks.ts';
import type { FactSource } from '../../../database/tables/checkout.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { announce } from '../../programs/service.ts';
import { setSubscription } from '../../plans/service.ts';
import { type MailContext, mailCancellation, mailEnd, mailFailedRenewal, mailReceipt } from '../mails.ts';
import { recordInvoice } from '../invoices/service.ts';
import { insertPayment, markPaymentPaid } from '../payments/payment-queries.ts';
import {
  findPurchase,
  findPurchaseByToken,
  insertPurchaseFact,
  listPurchases,
  type PurchaseRow,
  updatePurchase,
} from '../queries.ts';
import { refundWhatBoughtNothing } from '../payments/refunds.ts';

/**
 * Adds the facts of a report to its purchase and sets the user's plan by all known facts. Reports in any order, and
 * repeated ones, lead to the same state. A report with an unknown token is ignored: it belongs to another installation
 * with the same gateway account. Call it inside a transaction.
 */
export async function applyReport(
  context: MailContext,
  { token, subscriptionId, customerId, facts }: GatewayReport,
  source: FactSource,
): Promise<void> {
  const found = await findPurchaseByToken(context.db, token);
  if (!found) return;
  await lockUser(context.db, found.user_id);
  let purchase = await requirePurchase(context.db, found.id);
  if (subscriptionId && purchase.gateway_subscription_id === null)
    await updatePurchase(context.db, purchase.id, { gateway_subscription_id: subscriptionId });
  if (customerId && purchase.gateway_customer_id === null)
    await updatePurchase(context.db, purchase.id, { gateway_customer_id: customerId });
  let hasChanged = false;
  for (const fact of facts) {
    const isNew = await applyFact(context, purchase, fact);
    if (!isNew) continue;
    hasChanged = true;
    const record = { purchase_id: purchase.id, source, fact: JSON.stringify(fact) };
    await insertPurchaseFact(context.db, { ...record, created_at: timestampOf(context) });
    purchase = await requirePurchase(context.db, purchase.id);
  }
  if (hasChanged) await refundWhatBoughtNothing(context, purchase);
  await resolveUser(context, purchase.user_id);
}

/** Adds facts that come from a person here, such as a cancellation, in the way of a report of the gateway. */
export async function applyFacts(
  context: MailContext & Pick<Context, 'db'>,
  purchase: Pick<PurchaseRow, 'token'>,
  facts: GatewayFact[],
  source: FactSource,
): Promise<void> {
  const report = { token: purchase.token, subscriptionId: null, customerId: null, facts };
  await inTransaction(context, (tx) => applyReport(tx, report, source));
}

/** Sets a user's plan from all purchases and enqueues the settling of those that were replaced. Lock the user first. */
async function resolveUser(context: MailContext, userId: number): Promise<void> {
  const { current, toSettle } = resolvePurchases(await listPurchases(context.db, userId));
  const term = current && termOf(current);
  if (current && term) await setSubscription(context.db, userId, current, term);
  for (const { id } of toSettle) await enqueue(context, 'settle-purchase', { purchase_id: id });
}

/** False when the fact was known before. */
async function applyFact(context: MailContext, purchase: PurchaseRow, fact: GatewayFact): Promise<boolean> {
  switch (fact.kind) {
    case 'paid':
      return applyPaid(context, purchase, fact);
    case 'payment_failed':
      return applyFailedPayment(context, purchase, fact);
    case 'cancel_changed':
      return applyCancelChange(context, purchase, fact);
    case 'ended':
      return applyEnd(context, purchase, fact);
    case 'checkout_failed':
      if (purchase.failed_at !== null || purchase.bought_at !== null) return false;
      await updatePurchase(context.db, purchase.id, { failed_at: fact.failed_at });
      return true;
    default:
      fact.kind satisfies 'checkout_completed';
      if (purchase.bought_at !== null) return false;
      await enqueue(context, 'ask-checkout', { purchase_id: purchase.id });
      return true;
  }
}

async function applyPaid(
  context: MailContext,
  purchase: PurchaseRow,
  fact: Extract<GatewayFact, { kind: 'paid' }>,
): Promise<boolean> {
  const payment = paymentOf(purchase, fact, fact.paid_at);
  const isNew =
    (await insertPayment(context.db, { ...payment, status: 'paid' })) ||
    (await markPaymentPaid(context.db, payment));
  if (!isNew) return false;
  await merge(context.db, purchase, fact);
  await mailReceipt(context, purchase, payment);
  await recordInvoice(context, purchase, payment);
  if (purchase.gateway === 'sandbox') {
    const delaySeconds = (Date.parse(fact.period_end) - context.now().getTime()) / 1000;
    const due = { purchase_id: purchase.id, period_end: fact.period_end };
    await enqueue(context, 'renew-in-sandbox', due, delaySeconds);
  }
  const { amount_cents, currency, period_start, period_end } = payment;
  await announce(context, [
    {
      type: 'payment.succeeded',
      owner_id: purchase.user_id,
      payment: { amount_cents, currency, period_start, period_end },
    },
  ]);
  return true;
}

/** A first payment that fails is seen and tried again on the gateway's own page; only a renewal is worth a mail. */
async function applyFailedPayment(
  context: MailContext,
  purchase: PurchaseRow,
  fact: Extract<GatewayFact, { kind: 'payment_failed' }>,
): Promise<boolean> {
  const payment = paymentOf(purchase, fact, fact.failed_at);
  const isNew = await insertPayment(context.db, { ...payment, status: 'failed' });
  if (isNew && isRunning(purchase)) await mailFailedRenewal(context, purchase, payment);
  return isNew;
}

/** The payer gets one mail, wherever and however often the plan was cancelled. */
async function applyCancelChange(
  context: MailContext,
  purchase: PurchaseRow,
  fact: Extract<GatewayFact, { kind: 'cancel_changed' }>,
): Promise<boolean> {
  const isNew = await merge(context.db, purchase, fact);
  const isCancelled = isNew && fact.cancel_at_period_end && purchase.gateway !== 'owner';
  if (isCancelled && isRunning(purchase)) await mailCancellation(context, purchase);
  return isNew;
}

/** One mail says that the plan has ended, however often it is reported; none after one that named the day before. */
async function applyEnd(
  context: MailContext,
  purchase: PurchaseRow,
  fact: Extract<GatewayFact, { kind: 'ended' }>,
): Promise<boolean> {
  const isNew = await merge(context.db, purchase, fact);
  const isUnexpected = !purchase.cancel_at_period_end && purchase.gateway !== 'owner';
  if (isNew && isUnexpected && isRunning(purchase)) await mailEnd(context, purchase);
  return isNew;
}

function isRunning({ bought_at, ended_at, settlement }: PurchaseRow): boolean {
  return bought_at !== null && ended_at === null && settlement === null;
}

async function merge(db: Database, purchase: PurchaseRow, fact: PurchaseFact): Promise<boolean> {
  const merged = mergeFact(purchase, fact);
  const { bought_at, paid_from, paid_until, cancel_at_period_end, cancel_changed_at, ended_at } = merged;
  const isNew =
    cancel_at_period_end !== purchase.cancel_at_period_end ||
    paid_until !== purchase.paid_until ||
    paid_from !== purchase.paid_from ||
    bought_at !== purchase.bought_at ||
    ended_at !== purchase.ended_at;
  await updatePurchase(db, purchase.id, {
    bought_at,
    paid_from,
    paid_until,
    cancel_at_period_end,
    cancel_changed_at,
    ended_at,
  });
  return isNew;
}

function paymentOf(
  purchase: PurchaseRow,
  fact: Extract<GatewayFact, { kind: 'paid' | 'payment_failed' }>,
  made_at: string,
) {
  const {
    payment_id: gateway_payment_id,
    amount_cents,
    credit_cents,
    currency,
    period_start,
    period_end,
  } = fact;
  const { id: purchase_id, user_id } = purchase;
  return {
    purchase_id,
    user_id,
    gateway_payment_id,
    amount_cents,
    credit_cents,
    currency,
    period_start,
    period_end,
    made_at,
  };
}

async function requirePurchase(db: Database, id: number): Promise<PurchaseRow> {
  const purchase = await findPurchase(db, id);
  if (!purchase) throw new Error(`Purchase ${id} is gone`);
  return purchase;
}
