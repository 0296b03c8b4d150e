import type { Context } from '../../../context.ts';
import { countAttempt, type RateLimit } from '../../../rate-limits/rate-limits.ts';
import type { AccountRow } from '../queries.ts';

/** Mails to addresses that are not verified, for a freelancer and all own customers together (specification 9.16). */
const MAILS_OF_TENANT: RateLimit = { amount: 30, seconds: 3600 };

/**
 * Counts a mail that is about to go to an address which the account has not verified, and may be a stranger's. Where it
 * is not allowed, the mail must not be sent.
 */
export function countMailToStranger(
  context: Context,
  { id, owner_id }: Pick<AccountRow, 'id' | 'owner_id'>,
): ReturnType<typeof countAttempt> {
  return countAttempt(context, `mail_to_stranger:${owner_id ?? id}`, MAILS_OF_TENANT);
}
