import type { ChangePassword } from '@vitrin/shared/contract/account/auth.ts';
import type { Context } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { UnauthenticatedError, ValidationError } from '../../../errors.ts';
import { setPassword } from '../../users/service.ts';
import { createSession, requireOpenSession } from '../access.ts';
import { readState, type Visitor } from '../auth-state.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { endTrust } from '../devices/device-queries.ts';
import { noteDevice } from '../devices/devices.ts';
import { hashPassword, isPasswordOf } from './passwords.ts';
import { findAccount } from '../queries.ts';
import { recordRefusal } from '../refusals.ts';
import { recordEvent } from '../security/events.ts';
import { announce } from '../security/notices.ts';
import { deleteSessionsOf } from '../sessions/session-queries.ts';
import { signedIn, type SignIn } from '../sessions/sign-in.ts';

/** Changes the password and ends other sessions (specification 4.8); a first password needs no current one. */
export async function changePassword(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  { current_password, new_password }: ChangePassword,
): Promise<SignIn> {
  const account = await findAccount(context.db, user.id);
  if (!account) throw new UnauthenticatedError();
  if (account.password_hash !== null) {
    if (!current_password) throw new ValidationError({ current_password: 'auth.required' });
    if (!(await isPasswordOf(account.password_hash, current_password))) {
      await recordEvent(context, user.id, { kind: 'password_change_refused' }, visitor);
      throw new ValidationError({ current_password: 'auth.enter_current_password' });
    }
  }
  await recordRefusal(context, visitor, user.id, { kind: 'password_change_refused' }, async () =>
    refuseCommonPassword('new_password', new_password),
  );
  const passwordHash = await hashPassword(new_password);
  const { methods } = readState(visitor.session);
  const started = await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireOpenSession(tx.db, visitor);
    // The second of two simultaneous changes sent a current password that is outdated by now.
    if ((await findAccount(tx.db, user.id))?.password_hash !== account.password_hash)
      throw new ValidationError({ current_password: 'auth.enter_current_password' });
    await setPassword(tx, user.id, passwordHash);
    await deleteSessionsOf(tx.db, user.id);
    await endTrust(tx.db, user.id);
    await announce(tx, visitor, user.id, { kind: 'password_changed' });
    const deviceIds = await noteDevice(tx, visitor, user.id, false);
    const state = JSON.stringify({ methods });
    return { deviceIds, sessionId: await createSession(tx, user.id, visitor, { state }) };
  });
  context.log.info({ user: user.id, ip: visitor.ip }, 'Password changed');
  return signedIn(context, started, user.id, methods);
}
