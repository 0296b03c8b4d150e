import type { AuthUser, MethodRecord } from '@vitrin/shared/contract/auth.ts';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { noteLogin } from '../../users/service.ts';
import { createSession, openSession } from '../access.ts';
import { type AuthState, type PendingStep, type Visitor } from '../auth-state.ts';
import { getAuthUser } from '../auth-user.ts';
import { noteDevice } from '../devices/devices.ts';
import { deleteSession } from './session-queries.ts';

/** A pending step expires after this time (specification 4.1, Flows). */
const PENDING_SECONDS = 15 * 60;
/** An identity that waits for a mailed link may be verified in the same browser as long as that link is valid. */
const PENDING_IDENTITY_SECONDS = 3 * 24 * 3600;

/** A new session and what the answer says about it. `sessionId` is the value of the cookie. */
export type SignIn =
  | { isSignedIn: true; sessionId: string; deviceIds: string; user: AuthUser; methods: MethodRecord[] }
  | { isSignedIn: false; sessionId: string; pending: PendingStep };

/** Values of the cookies. */
type StartedSession = { sessionId: string; deviceIds: string };

/**
 * Replaces the visitor's session by one of the user. `requireProof` throws when the proof of identity does not hold any
 * more; it runs under the lock of the user's row, which resets and changes of the password take.
 */
export async function signIn(
  context: Context,
  visitor: Visitor,
  userId: number,
  record: MethodRecord,
  requireProof?: (db: Database) => Promise<void>,
): Promise<SignIn> {
  const started = await inTransaction(context, async (tx) => {
    await lockUser(tx.db, userId);
    await requireProof?.(tx.db);
    return startSession(tx, visitor, userId, record, { announceDevice: true });
  });
  return signedIn(context, started, userId, [record]);
}

/** The part of signIn inside the transaction. */
export async function startSession(
  context: Pick<Context, 'db' | 'now' | 'config'>,
  visitor: Visitor,
  userId: number,
  record: MethodRecord,
  { announceDevice = false } = {},
): Promise<StartedSession> {
  if (visitor.session) await deleteSession(context.db, visitor.session.id);
  await noteLogin(context, userId, visitor.language);
  const state: AuthState = { methods: [record] };
  const deviceIds = await noteDevice(context, visitor, userId, announceDevice);
  const sessionId = await createSession(context, userId, visitor, { state: JSON.stringify(state) });
  return { sessionId, deviceIds };
}

export async function signedIn(
  { db }: Pick<Context, 'db'>,
  started: StartedSession,
  userId: number,
  methods: MethodRecord[],
): Promise<SignIn> {
  return { isSignedIn: true, ...started, user: await getAuthUser(db, userId), methods };
}

/**
 * Starts a short session without a user that remembers the pending step. `also` runs in its transaction, with the id of the
 * session.
 */
export async function startPending(
  context: Context,
  visitor: Visitor,
  pending: PendingStep,
  also?: (tx: Context, sessionId: number) => Promise<void>,
): Promise<SignIn> {
  const state: AuthState = { methods: [], pending };
  const isIdentityWaiting = pending.id === 'verify_email' && pending.identity !== undefined;
  const sessionId = await inTransaction(context, async (tx) => {
    if (visitor.session) await deleteSession(tx.db, visitor.session.id);
    const started = await openSession(tx, null, visitor, {
      state: JSON.stringify(state),
      seconds: isIdentityWaiting ? PENDING_IDENTITY_SECONDS : PENDING_SECONDS,
    });
    await also?.(tx, started.id);
    return started.sessionId;
  });
  return { isSignedIn: false, sessionId, pending };
}
