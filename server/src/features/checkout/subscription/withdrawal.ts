import type { Withdrawal } from '@vitrin/shared/contract/payments/checkout.ts';
import { resolvePurchases } from '@vitrin/shared/rules/money/subscription.ts';
import { type Context, timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { BadRequestError } from '../../../errors.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { applyReport } from '../events/apply-report.ts';
import { legalTextsOf } from '../legal/legal-texts.ts';
import { listPaidPayments } from '../payments/payment-queries.ts';
import { scheduleRefund } from '../payments/refunds.ts';
import { listPurchases, type PurchaseRow } from '../queries.ts';
import { inTurn } from './turns.ts';
import { atGateway, requireCurrentPurchase } from './subscription.ts';

const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** Until when the current purchase of a user can be withdrawn from; null where it cannot, or no more. */
export async function getWithdrawal(context: Context, user: CurrentUser): Promise<Withdrawal> {
  const purchases = await listPurchases(context.db, user.id);
  const { current } = resolvePurchases(purchases);
  const purchase = purchases.find(({ id }) => id === current?.id);
  return { until: purchase ? withdrawableUntil(context, purchase) : null };
}

/**
 * Withdraws from the purchase within WITHDRAWAL_DAYS of its first payment (specification 7.13): the plan ends at once,
 * and all payments for it are refunded. Throws BadRequestError after that time or without such a purchase,
 * UnavailableError when the gateway does not answer.
 */
export async function withdraw(context: Context, user: CurrentUser): Promise<void> {
  const { id } = await requireCurrentPurchase(context, user, 'payments.nothing_to_withdraw');
  await inTurn(context, id, async () => {
    const purchase = await requireCurrentPurchase(context, user, 'payments.nothing_to_withdraw');
    if (purchase.id !== id || withdrawableUntil(context, purchase) === null)
      throw new BadRequestError('payments.nothing_to_withdraw');
    await atGateway(context, purchase, (gateway, subscriptionId) => gateway.endNow(subscriptionId, null));
    await inTransaction(context, async (tx) => {
      const fact = { kind: 'ended', ended_at: timestampOf(tx) } as const;
      const report = { token: purchase.token, subscriptionId: null, customerId: null, facts: [fact] };
      await applyReport(tx, report, 'user');
      for (const payment of await listPaidPayments(tx.db, purchase.id)) {
        await scheduleRefund(tx, payment.id, payment.amount_cents);
        await enqueue(tx, 'restore-credit', { payment_id: payment.id });
      }
    });
  });
}

function withdrawableUntil(
  { config, now }: Pick<Context, 'config' | 'now'>,
  { gateway, bought_at, ended_at }: PurchaseRow,
): string | null {
  if (gateway === 'owner' || bought_at === null || ended_at !== null) return null;
  if (legalTextsOf(config).length === 0) return null;
  const until = Date.parse(bought_at) + config.withdrawalDays * DAY_MILLISECONDS;
  return until > now().getTime() ? new Date(until).toISOString() : null;
}
