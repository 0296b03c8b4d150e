import type { MethodRecord } from '@vitrin/shared/contract/account/auth.ts';
import type { Context } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import type { Database } from '../../../database/connect.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ValidationError } from '../../../errors.ts';
import { createSession, requireOpenSession } from '../access.ts';
import { epochSeconds, readState, type Visitor } from '../auth-state.ts';
import { noteDevice } from '../devices/devices.ts';
import { isPasswordOf } from '../passwords/passwords.ts';
import { findAccount } from '../queries.ts';
import { recordEvent } from '../security/events.ts';
import { noteUses } from '../sessions/last-uses.ts';
import { deleteSession } from '../sessions/session-queries.ts';
import { signedIn, type SignIn } from '../sessions/sign-in.ts';

/** Most records a session keeps; the oldest go first. */
const MAX_RECORDS = 20;

/** Confirms the password (specification 4.11). Throws ValidationError on `password` for a wrong one. */
export async function reauthenticate(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  password: string,
): Promise<SignIn> {
  const account = await findAccount(context.db, user.id);
  if (!account || !(await isPasswordOf(account.password_hash, password))) {
    await recordEvent(context, user.id, { kind: 'password_change_refused' }, visitor);
    throw new ValidationError({ password: 'auth.incorrect_password' });
  }
  return noteProof(context, visitor, user, { method: 'password' }, async (db) => {
    // A reset or change meanwhile has ended all sessions, so none may begin with the old password.
    if ((await findAccount(db, user.id))?.password_hash !== account.password_hash)
      throw new ValidationError({ password: 'auth.incorrect_password' });
  });
}

/**
 * Records a proof under a new session id, so that a stolen id is worthless; `requireProof` runs under the user's
 * lock. Throws UnauthenticatedError when the session has ended meanwhile.
 */
export async function noteProof(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  proof: Omit<MethodRecord, 'at' | 'reauthenticated'>,
  requireProof: (db: Database) => Promise<void>,
): Promise<SignIn> {
  const { session } = visitor;
  const record = { ...proof, at: epochSeconds(context), reauthenticated: true };
  const state = readState(session);
  const methods = [...state.methods, record].slice(-MAX_RECORDS);
  const started = await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireProof(tx.db);
    await requireOpenSession(tx.db, visitor);
    await noteUses(tx, user.id, [proof]);
    if (session) await deleteSession(tx.db, session.id);
    const deviceIds = await noteDevice(tx, visitor, user.id, false);
    const kept = JSON.stringify({ ...state, methods });
    return { deviceIds, sessionId: await createSession(tx, user.id, visitor, { state: kept }) };
  });
  return signedIn(context, started, user.id, methods);
}
