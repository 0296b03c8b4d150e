import type { Context } from '../../../context.ts';
import { tenantOfUser } from '../../../tenants/tenant.ts';
import { countAttempt, type RateLimit } from '../../../rate-limits/rate-limits.ts';
import { type AccountRow, findSignupNetwork } from '../queries.ts';

/** Mails to addresses that are not verified, for a tenant (specification 9.16). */
const MAILS_OF_TENANT: RateLimit = { amount: 30, seconds: 3600 };

/** Counted for the freelancer with customers, or a new account's network. If refused, the mail must not be sent. */
export async function countMailToStranger(
  context: Context,
  { id, owner_id }: Pick<AccountRow, 'id' | 'owner_id'>,
): ReturnType<typeof countAttempt> {
  const network = await findSignupNetwork(context.db, owner_id ?? id);
  const tenant = tenantOfUser({ id, owner_id, network });
  return countAttempt(context, `mail_to_stranger:${tenant}`, MAILS_OF_TENANT);
}
