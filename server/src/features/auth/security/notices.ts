import type { Context } from '../../../context.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { type AddressRow, findAccount, listAddresses } from '../queries.ts';
import { type Origin, recordEvent } from './events.ts';
import { type NoticeKind, securityMail } from './security-mail.ts';
import { issueReclaimKey } from './reclaim.ts';

/** A change to an account; `detail` is the address or identity it is about. */
type Change = { kind: NoticeKind; detail?: string; hasDisconnected?: boolean; hasLostPasskeys?: boolean };

/**
 * Records a change and mails the addresses verified before it (`before`, by default the present ones); the first of
 * them gets a link that takes the account back. Call it inside the transaction of the change.
 */
export async function announce(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  origin: Origin,
  userId: number,
  { hasDisconnected = false, hasLostPasskeys = false, ...change }: Change,
  before?: AddressRow[],
): Promise<void> {
  await recordEvent(context, userId, change, origin);
  const account = await findAccount(context.db, userId);
  if (!account) return;
  const verified = (before ?? (await listAddresses(context.db, userId))).filter(
    (address) => address.verified,
  );
  const [oldest] = verified.toSorted(byTimeOfVerification);
  for (const address of verified) {
    const key = address === oldest && (await issueReclaimKey(context, userId, address.email));
    const recipient = { to: address.email, username: account.username, language: account.language };
    const at = context.now();
    const mail = securityMail(recipient, context.config.publicUrl, {
      ...change,
      ...origin,
      at,
      hasDisconnected,
      hasLostPasskeys,
      ...(key && { reclaimKey: key }),
    });
    await enqueue(context, 'send-mail', mail);
  }
}

function byTimeOfVerification(a: AddressRow, b: AddressRow): number {
  return (a.verified_at ?? '').localeCompare(b.verified_at ?? '') || a.id - b.id;
}
