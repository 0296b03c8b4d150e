import { type GatewayName, InvalidEventError } from '../../../adapters/payments/gateway.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import { BadRequestError, NotFoundError } from '../../../errors.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { findGateway } from '../gateways.ts';
import { applyReport } from './apply-report.ts';
import { findPurchaseBySubscription, insertWebhookEvent } from '../queries.ts';
import { inTransaction } from '../../../database/transaction.ts';

/**
 * Handles a webhook event: checks its signature over the raw bytes, and applies each event once, in one transaction
 * with its effects; an event about returned money only makes us ask the gateway. Throws BadRequestError when it is forged or old,
 * NotFoundError without that gateway.
 */
export async function receiveEvent(
  context: Context,
  name: GatewayName,
  body: Buffer,
  signature: string,
): Promise<void> {
  const { log } = context;
  const gateway = findGateway(context, name);
  if (!gateway) throw new NotFoundError();
  const { id, type, report, returnedOf, subscriptionId, otherVersion } = await gateway
    .readEvent(body, signature, context.now())
    .catch((error: unknown) => {
      if (!(error instanceof InvalidEventError)) throw error;
      log.warn({ reason: error.message }, 'A payment message was refused');
      throw new BadRequestError('payments.bad_signature');
    });
  if (otherVersion)
    log.warn({ event: id, otherVersion }, 'A payment message came in another version of the API than ours');
  await inTransaction(context, async (tx) => {
    if (subscriptionId !== null && !(await followHint(tx, gateway.name, subscriptionId))) return;
    const event = { gateway: gateway.name, event_id: id, type, received_at: timestampOf(tx) };
    const isFirst = await insertWebhookEvent(tx.db, event);
    if (isFirst && report) await applyReport(tx, report, 'webhook');
    if (isFirst && returnedOf !== null)
      await enqueue(tx, 'find-returned', { intent: returnedOf, gateway: gateway.name });
  });
}

/**
 * Asks the gateway about the subscription in an event, even a repeated one: an unsigned event may be forged, and must
 * not replace the true one. Returns false for a foreign subscription, which leaves no row: anybody may send many.
 */
async function followHint(
  tx: Pick<Context, 'db' | 'now'>,
  gateway: GatewayName,
  subscriptionId: string,
): Promise<boolean> {
  const purchase = await findPurchaseBySubscription(tx.db, gateway, subscriptionId);
  if (purchase) await enqueue(tx, 'ask-subscription', { purchase_id: purchase.id });
  return purchase !== undefined;
}
