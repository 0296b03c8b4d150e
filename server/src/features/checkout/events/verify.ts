import type { PaymentVerification } from '@vitrin/shared/contract/payments/checkout.ts';
import { resolvePurchases } from '@vitrin/shared/rules/money/subscription.ts';
import type { Context } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { BadRequestError, UnavailableError } from '../../../errors.ts';
import { gatewayOf } from '../gateways.ts';
import { applyReport } from './apply-report.ts';
import { findFirstPayment } from '../payments/payment-queries.ts';
import { listPurchases, type PurchaseRow } from '../queries.ts';
import { requireOwnPurchase } from '../service.ts';
import { inTransaction } from '../../../database/transaction.ts';

/** Returns a checkout's state (specification 7.5), asked of the gateway before any event; NotFoundError for another user's token. */
export async function verifyPayment(
  context: Context,
  user: CurrentUser,
  token: string | null | undefined,
): Promise<PaymentVerification> {
  if (!token) throw new BadRequestError('payments.missing');
  const purchase = await requireOwnPurchase(context, user, token);
  if (purchase.bought_at === null && purchase.gateway_checkout_id !== null) await ask(context, purchase);
  return describe(context, await requireOwnPurchase(context, user, token));
}

export async function askCheckout(
  context: Context,
  purchase: Pick<PurchaseRow, 'gateway' | 'gateway_checkout_id' | 'token'>,
): Promise<void> {
  if (purchase.gateway_checkout_id === null) return;
  const gateway = gatewayOf(context, purchase);
  const report = await gateway.askCheckout(purchase.gateway_checkout_id, context.now(), purchase.token);
  if (report) await inTransaction(context, (tx) => applyReport(tx, report, 'reconcile'));
}

async function ask(context: Context, purchase: PurchaseRow): Promise<void> {
  const { gateway_checkout_id } = purchase;
  if (gateway_checkout_id === null) return;
  const gateway = gatewayOf(context, purchase);
  const report = await gateway
    .askCheckout(gateway_checkout_id, context.now(), purchase.token)
    .catch((error: unknown) => {
      context.log.error({ err: error, purchase: purchase.id }, 'The payment gateway did not answer');
      throw new UnavailableError('payments.verify_failed');
    });
  if (report) await inTransaction(context, (tx) => applyReport(tx, report, 'verify'));
}

/** A payment for a plan that was already paid is a success that shows the first transaction; a job refunds it. */
async function describe({ db }: Context, purchase: PurchaseRow): Promise<PaymentVerification> {
  const plan = purchase.plan_name;
  if (purchase.bought_at === null) {
    const status = purchase.failed_at === null ? 'pending' : 'failed';
    return { status, plan, date: null, transaction_id: null };
  }
  const { current, toSettle } = resolvePurchases(await listPurchases(db, purchase.user_id));
  const settlement = purchase.settlement ?? toSettle.find(({ id }) => id === purchase.id)?.settlement;
  const counted = settlement === 'duplicate' && current ? current.id : purchase.id;
  const payment = (await findFirstPayment(db, counted)) ?? (await findFirstPayment(db, purchase.id));
  return {
    status: 'success',
    plan,
    date: payment?.made_at ?? purchase.bought_at,
    transaction_id: payment?.gateway_payment_id ?? null,
  };
}
