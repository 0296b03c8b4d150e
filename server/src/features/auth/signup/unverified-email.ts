import type { ChangeUnverifiedEmail } from '@vitrin/shared/contract/users.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import { lockEmail, lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ConflictError } from '../../../errors.ts';
import { limitRate } from '../../../rate-limits/rate-limits.ts';
import type { Visitor } from '../auth-state.ts';
import { mailVerificationIfDue } from '../addresses/email-verification.ts';
import { authenticate } from '../lock-out/authenticate.ts';
import { deleteAddress, insertAddress, listAddresses, listOwnersOfEmail } from '../queries.ts';
import { notifyOwner } from './signup.ts';
import { isTaken, makeRoom } from './unproven-accounts.ts';

/** Each change may mail an address that belongs to a stranger. */
const CHANGES_OF_ACCOUNT = { amount: 5, seconds: 3600 };

/**
 * Corrects a mistyped address before it is verified; the password is checked with a login's limits. A verified
 * address gets the same answer, and its owner a mail. Throws ConflictError once an own address is verified.
 */
export async function changeUnverifiedEmail(
  context: Context,
  visitor: Visitor,
  { username: text, password, email }: ChangeUnverifiedEmail,
): Promise<void> {
  const { id, username } = await authenticate(context, visitor, { field: 'username', text }, password);
  await limitRate(context, `change_unverified_email:${id}`, CHANGES_OF_ACCOUNT);
  const { language } = visitor;
  await inTransaction(context, async (tx) => {
    await lockEmail(tx.db, email);
    await lockUser(tx.db, id);
    const addresses = await listAddresses(tx.db, id);
    if (addresses.some(({ verified }) => verified)) throw new ConflictError('auth.already_verified');
    const [owner] = await listOwnersOfEmail(tx.db, email);
    if (owner && (await isTaken(tx.db, { email, user_id: id }))) return notifyOwner(tx, owner);
    const existing = addresses.find((address) => address.email === email);
    if (!existing && !(await makeRoom(tx, email, id))) return;
    for (const address of addresses) if (address !== existing) await deleteAddress(tx.db, address.id);
    const created_at = timestampOf(tx);
    const wanted = { user_id: id, email, verified: false, is_primary: true, created_at };
    await mailVerificationIfDue(tx, existing ?? (await insertAddress(tx.db, wanted)), {
      username,
      language,
    });
  });
  context.log.info({ user: id, ip: visitor.ip }, 'Unverified address corrected');
}
