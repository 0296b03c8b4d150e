import type { Context } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { UnauthenticatedError } from '../../../errors.ts';
import { epochSeconds, type PendingFactor, readState, type Visitor } from '../auth-state.ts';
import { trustForFactor } from '../devices/devices.ts';
import { noteProof } from '../reauthentication/reauthenticate.ts';
import { signedIn, type SignIn, startPending, startSession } from '../sessions/sign-in.ts';
import { proofStampOf } from '../sessions/proof-stamp.ts';
import { checkCode } from './check-code.ts';
import { findFactor } from './factor-queries.ts';

/** Checks the second factor, after which `mfa_trust` pends; throws UnauthenticatedError if no login waits for it. */
export async function giveFactor(context: Context, visitor: Visitor, code: string): Promise<SignIn> {
  const pending = pendingOf(visitor, 'mfa_authenticate');
  const type = await checkCode(context, visitor, pending.user_id, code);
  const record = { method: 'mfa', at: epochSeconds(context), type };
  const next: PendingFactor = { ...pending, id: 'mfa_trust', records: [...pending.records, record] };
  return startPending(context, visitor, next);
}

/** Ends a login, with or without thirty days' trust here; throws UnauthenticatedError for an outdated first step. */
export async function finishLogin(context: Context, visitor: Visitor, trusts: boolean): Promise<SignIn> {
  const { user_id: userId, records, stamp } = pendingOf(visitor, 'mfa_trust');
  const started = await inTransaction(context, async (tx) => {
    await lockUser(tx.db, userId);
    // A reset, a change or a reclaim meanwhile has ended what the first step proved; a removal of the account, its app.
    const isSame = (await proofStampOf(tx.db, userId)) === stamp;
    if (!isSame || !(await findFactor(tx.db, userId))) throw new UnauthenticatedError();
    const cookies = await startSession(tx, visitor, userId, records, { announceDevice: true });
    if (trusts) await trustForFactor(tx, userId, cookies.deviceIds);
    return cookies;
  });
  context.log.info({ user: userId, ip: visitor.ip }, 'Login with a second factor');
  return signedIn(context, started, userId, records);
}

/** Confirms a session by the second factor (specification 4.11). */
export async function confirmByFactor(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  code: string,
): Promise<SignIn> {
  const type = await checkCode(context, visitor, user.id, code);
  return noteProof(context, visitor, user, { method: 'mfa', type }, async () => {});
}

/** Returns the step that a login waits in; throws UnauthenticatedError when it waits in none, or in another one. */
export function pendingOf({ session }: Pick<Visitor, 'session'>, id: PendingFactor['id']): PendingFactor {
  const { pending } = readState(session);
  if (session?.user || pending?.id !== id) throw new UnauthenticatedError();
  return pending;
}
