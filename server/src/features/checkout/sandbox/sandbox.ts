import { randomBytes } from 'node:crypto';
import type { PayInSandbox, SandboxOrder, SandboxReturn } from '@vitrin/shared/contract/payments/checkout.ts';
import { periodEndAfter } from '@vitrin/shared/rules/money/billing-periods.ts';
import { amountOf } from '@vitrin/shared/rules/money/cents.ts';
import type { GatewayFact } from '../../../adapters/payments/gateway.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { NotFoundError } from '../../../errors.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { findGateway } from '../gateways.ts';
import { applyReport } from '../events/apply-report.ts';
import { findPurchase, type PurchaseRow } from '../queries.ts';
import { requireOwnPurchase } from '../service.ts';
import { inTransaction } from '../../../database/transaction.ts';

/** Returns the order of the test form; NotFoundError for another user's token and while the test gateway is off. */
export async function getSandboxOrder(
  context: Context,
  user: CurrentUser,
  token: string,
): Promise<SandboxOrder> {
  const { plan_name, amount_cents, currency } = await requireSandboxPurchase(context, user, token);
  return { plan: plan_name, amount: amountOf(amount_cents), currency };
}

/** Handles the test gateway's form: a payment or a failure. Sending it again changes nothing. */
export async function payInSandbox(
  context: Context,
  user: CurrentUser,
  { token, outcome }: PayInSandbox,
): Promise<SandboxReturn> {
  const purchase = await requireSandboxPurchase(context, user, token);
  const now = timestampOf(context);
  if (purchase.bought_at === null && purchase.failed_at === null) {
    const fact: GatewayFact =
      outcome === 'success' ? payment(purchase, now, now) : { kind: 'checkout_failed', failed_at: now };
    await report(context, purchase, fact);
  }
  return { return_url: `/payment/verify?token=${token}` };
}

/**
 * Runs the job that renews a purchase of the test gateway at its period's end, always with success (specification
 * 7.7). Does nothing when it was cancelled, replaced or renewed, or the test gateway is off. A job that comes too
 * early, because a clock was ahead, waits anew.
 */
export async function renewInSandbox(
  context: Context,
  { purchase_id, period_end }: { purchase_id: number; period_end: string },
): Promise<void> {
  if (!findGateway(context, 'sandbox')) return;
  const purchase = await findPurchase(context.db, purchase_id);
  if (!purchase || purchase.paid_until !== period_end) return;
  if (purchase.cancel_at_period_end || purchase.ended_at !== null || purchase.settlement !== null) return;
  const early = Date.parse(period_end) - context.now().getTime();
  if (early > 0) await enqueue(context, 'renew-in-sandbox', { purchase_id, period_end }, early / 1000);
  else await report(context, purchase, payment(purchase, period_end, timestampOf(context)));
}

async function requireSandboxPurchase(
  context: Context,
  user: CurrentUser,
  token: string,
): Promise<PurchaseRow> {
  if (!findGateway(context, 'sandbox')) throw new NotFoundError();
  const purchase = await requireOwnPurchase(context, user, token);
  if (purchase.gateway !== 'sandbox') throw new NotFoundError();
  return purchase;
}

/** One payment for each period, with the period in its id, so that two simultaneous renewals are one. */
function payment(purchase: PurchaseRow, period_start: string, paid_at: string): GatewayFact {
  const { amount_cents, currency } = purchase;
  const period_end = periodEndAfter(purchase.bought_at ?? period_start, period_start);
  const payment_id = `test_${purchase.token.slice(0, 12)}_${period_end.slice(0, 10)}`;
  return {
    kind: 'paid',
    payment_id,
    amount_cents,
    credit_cents: 0,
    currency,
    paid_at,
    period_start,
    period_end,
  };
}

async function report(context: Context, purchase: PurchaseRow, fact: GatewayFact): Promise<void> {
  const subscriptionId = purchase.gateway_subscription_id ?? `test_sub_${randomBytes(12).toString('hex')}`;
  const report = { token: purchase.token, subscriptionId, customerId: null, facts: [fact] };
  const source = purchase.bought_at === null ? 'user' : 'clock';
  await inTransaction(context, (tx) => applyReport(tx, report, source));
}
