import type { GatewayName } from '../../../adapters/payments/gateway.ts';
import type { Context } from '../../../context.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { findGateway, gatewayOf, remoteGateways } from '../gateways.ts';
import { markInvoice } from '../invoices/service.ts';
import { findPurchase } from '../queries.ts';
import {
  findGatewayPayment,
  findPaymentByGatewayId,
  listOpenDisputes,
  updateReturned,
} from './payment-queries.ts';

/** Far longer than a gateway goes on sending a message that was not taken. */
const LOOK_BACK_MILLISECONDS = 30 * 24 * 3600 * 1000;

/** Runs the job that lists recent refunds and disputes (specification 7.11), since a webhook event may have been lost. */
export async function listReturned(context: Context): Promise<void> {
  const now = context.now();
  const since = new Date(now.getTime() - LOOK_BACK_MILLISECONDS);
  for (const gateway of remoteGateways(context)) {
    const intents = await gateway.listReturned(since, now);
    await inTransaction(context, async (tx) => {
      for (const intent of intents) await enqueue(tx, 'find-returned', { intent, gateway: gateway.name });
      for (const { id } of await listOpenDisputes(tx.db, gateway.name))
        await enqueue(tx, 'ask-returned', { payment_id: id });
    });
  }
}

/** Runs the job that finds a notice's payment by the gateway's name; jobs of earlier releases name no gateway: Stripe. */
export async function findReturned(
  context: Context,
  { intent, gateway: name = 'stripe' }: { intent: string; gateway?: GatewayName },
): Promise<void> {
  const gateway = findGateway(context, name);
  if (!gateway) return;
  const paymentId = await gateway.findPaymentOf(intent);
  const payment = paymentId === null ? undefined : await findPaymentByGatewayId(context.db, paymentId);
  if (payment) await askReturned(context, { payment_id: payment.id });
}

/** Runs the job that asks what came back; the plan stays, and no older answer replaces a newer one (decision 0208). */
export async function askReturned(context: Context, { payment_id }: { payment_id: number }): Promise<void> {
  const payment = await findGatewayPayment(context.db, payment_id);
  const purchase = payment && (await findPurchase(context.db, payment.purchase_id));
  if (!payment || !purchase) return;
  const gateway = gatewayOf(context, purchase);
  const answer = await gateway.askReturned(payment.gateway_payment_id, context.now());
  if (!answer) return;
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, purchase.user_id);
    await updateReturned(tx.db, payment_id, answer);
    await markInvoice(tx, payment_id);
  });
}
