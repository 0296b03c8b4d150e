import type { Context } from '../../../context.ts';
import { tenantOfUser } from '../../../tenants/tenant.ts';
import { countAttempt, type RateLimit } from '../../../rate-limits/rate-limits.ts';
import { type AccountRow, findSignupNetwork } from '../queries.ts';

/** Mails to addresses that are not verified, for a tenant (specification 9.16). */
const MAILS_OF_TENANT: RateLimit = { amount: 30, seconds: 3600 };

/**
 * Counts a mail that is about to go to an address which the account has not verified, and may be a stranger's: for the
 * freelancer with all own customers, or for the network of a new free account, which costs nothing. Where it is not
 * allowed, the mail must not be sent.
 */
export async function countMailToStranger(
  context: Context,
  { id, owner_id }: Pick<AccountRow, 'id' | 'owner_id'>,
): ReturnType<typeof countAttempt> {
  const network = await findSignupNetwork(context.db, owner_id ?? id);
  const tenant = tenantOfUser({ id, owner_id, network });
  return countAttempt(context, `mail_to_stranger:${tenant}`, MAILS_OF_TENANT);
}
