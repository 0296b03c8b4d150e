import { InvalidEventError } from '../../../adapters/payments/gateway.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import { BadRequestError, NotFoundError } from '../../../errors.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { applyReport } from './apply-report.ts';
import { insertWebhookEvent } from '../queries.ts';
import { inTransaction } from '../../../database/transaction.ts';

/**
 * Handles a webhook event: its signature is checked over the raw bytes, and each event is applied once, in one
 * transaction with what follows from it; one about money that came back is a hint to ask. Throws BadRequestError when it is forged or old, NotFoundError without a
 * gateway that sends events.
 */
export async function receiveEvent(context: Context, body: Buffer, signature: string): Promise<void> {
  const { payments: gateway, log } = context;
  if (gateway?.name !== 'stripe') throw new NotFoundError();
  const { id, type, report, returnedOf, otherVersion } = await gateway
    .readEvent(body, signature, context.now())
    .catch((error: unknown) => {
      if (!(error instanceof InvalidEventError)) throw error;
      log.warn({ reason: error.message }, 'A payment message was refused');
      throw new BadRequestError('payments.bad_signature');
    });
  if (otherVersion)
    log.warn({ event: id, otherVersion }, 'A payment message came in another version of the API than ours');
  await inTransaction(context, async (tx) => {
    const event = { gateway: gateway.name, event_id: id, type, received_at: timestampOf(tx) };
    const isFirst = await insertWebhookEvent(tx.db, event);
    if (isFirst && report) await applyReport(tx, report, 'webhook');
    if (isFirst && returnedOf !== null) await enqueue(tx, 'find-returned', { intent: returnedOf });
  });
}
