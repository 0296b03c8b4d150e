import type { BillingDetails, OwnBillingDetails } from '@vitrin/shared/contract/payments/buyer.ts';
import { type Context, timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ValidationError } from '../../../errors.ts';
import { requireStaying } from '../../users/service.ts';
import { findBillingDetails, storeBillingDetails } from './billing-queries.ts';

/** A user's own billing details (specification 7.20). */
export async function getBillingDetails(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
): Promise<OwnBillingDetails> {
  return { details: (await findBillingDetails(db, user.id)) ?? null };
}

/** Stores how invoices of payments from now on name a user. Invoices that were made stay as they are. */
export async function setBillingDetails(
  context: Context,
  user: CurrentUser,
  details: BillingDetails,
): Promise<OwnBillingDetails> {
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireStaying(tx.db, user.id);
    await storeBillingDetails(tx.db, user.id, { ...details, updated_at: timestampOf(tx) });
  });
  return { details };
}

/** Throws ValidationError where invoices are made and the buyer has not said whom they are to name. */
export async function requireBillingDetails(
  { db, config }: Pick<Context, 'db' | 'config'>,
  user: CurrentUser,
): Promise<void> {
  if (config.invoices && !(await findBillingDetails(db, user.id)))
    throw new ValidationError({ billing_details: 'payments.no_billing_details' });
}
