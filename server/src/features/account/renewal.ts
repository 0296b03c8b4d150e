import type { Context } from '../../context.ts';
import { BadRequestError } from '../../errors.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { JobPayloads } from '../../jobs/kinds.ts';
import { findLeaving, noteStoppedRenewal } from '../auth/erasure/begin-erasure.ts';
import { cancelSubscription, isRenewed, resumeSubscription } from '../checkout/subscription/subscription.ts';

/** Job: stops the renewal before a deletion; notes that first, so that keeping the account restores it at any moment. */
export async function stopRenewal(
  context: Context,
  { erasure_id }: JobPayloads['stop-renewal'],
): Promise<void> {
  const id = await findLeaving(context.db, erasure_id);
  if (id === undefined || !(await isRenewed(context, { id }))) return;
  await noteStoppedRenewal(context.db, erasure_id);
  await unlessThereIsNone(() => cancelSubscription(context, { id }, 'en'));
  if ((await findLeaving(context.db, erasure_id)) === undefined)
    await enqueue(context, 'resume-renewal', { user_id: id });
}

export async function resumeRenewal(
  context: Context,
  { user_id }: JobPayloads['resume-renewal'],
): Promise<void> {
  await unlessThereIsNone(() => resumeSubscription(context, { id: user_id }, 'en'));
}

/** Ignores that the plan has ended meanwhile, or that its owner has cancelled or resumed it. */
async function unlessThereIsNone(change: () => Promise<unknown>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof BadRequestError)) throw error;
  }
}
