import type { Context } from '../../../context.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { endFactorTrust } from '../devices/device-queries.ts';
import { deletePasskeysOf } from '../passkeys/passkey-queries.ts';
import { announce } from '../security/notices.ts';
import { deleteFactorsOf } from './factor-queries.ts';

/** As whom the owner of the installation appears in security events and mails. */
const ADMINISTRATOR = { ip: '-', userAgent: '' };

/** Removes app, codes and passkeys after their loss, and mails every verified address; false if none. The password stays. */
export async function removeLostFactor(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now'>,
  userId: number,
): Promise<boolean> {
  const isGone = await inTransaction(context, async (tx) => {
    await lockUser(tx.db, userId);
    await endFactorTrust(tx.db, userId);
    const apps = await deleteFactorsOf(tx.db, userId);
    const passkeys = await deletePasskeysOf(tx.db, userId);
    if (apps > 0) await announce(tx, ADMINISTRATOR, userId, { kind: 'factor_removed' });
    for (const detail of passkeys)
      await announce(tx, ADMINISTRATOR, userId, { kind: 'passkey_removed', detail });
    return apps + passkeys.length > 0;
  });
  if (isGone) context.log.info({ user: userId, by: 'admin' }, 'Second factor removed');
  return isGone;
}
