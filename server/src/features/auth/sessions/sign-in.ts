import type { AuthUser, MethodRecord } from '@vitrin/shared/contract/account/auth.ts';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { noteLogin } from '../../users/service.ts';
import { createSession, openSession } from '../access.ts';
import { type AuthState, type PendingStep, type Visitor } from '../auth-state.ts';
import { getAuthUser } from '../auth-user.ts';
import { needsNoFactor, noteDevice } from '../devices/devices.ts';
import { factorTypesOf } from '../factors/factor-types.ts';
import { noteUses } from './last-uses.ts';
import { proofStampOf } from './proof-stamp.ts';
import { deleteSession } from './session-queries.ts';

/** A pending step expires after this time (specification 4.1, Flows). */
const PENDING_SECONDS = 15 * 60;
/** An identity that waits for a mailed link may be verified in the same browser as long as that link is valid. */
const PENDING_IDENTITY_SECONDS = 3 * 24 * 3600;

/** A new session and what the answer says about it. `sessionId` is the value of the cookie. */
export type SignIn =
  | { isSignedIn: true; sessionId: string; deviceIds: string; user: AuthUser; methods: MethodRecord[] }
  | { isSignedIn: false; sessionId: string; pending: PendingStep };

type StartedSession = { sessionId: string; deviceIds: string };

/** Signs a user in after the first step, see `enter`; `requireProof` throws for an outdated proof, under the user's lock. */
export async function signIn(
  context: Context,
  visitor: Visitor,
  userId: number,
  record: MethodRecord,
  requireProof?: (db: Database) => Promise<void>,
): Promise<SignIn> {
  const entered = await inTransaction(context, async (tx) => {
    await lockUser(tx.db, userId);
    await requireProof?.(tx.db);
    return enter(tx, visitor, userId, record, { announceDevice: true });
  });
  return completed(context, entered, userId);
}

export type Entered = (StartedSession & { records: MethodRecord[] }) | Extract<SignIn, { isSignedIn: false }>;

/**
 * Begins the session after any first step, or one that waits for the second factor; every login passes here. Call it
 * in a transaction, with the user locked.
 */
export async function enter(
  context: Pick<Context, 'db' | 'now' | 'config'>,
  visitor: Visitor,
  userId: number,
  record: MethodRecord,
  { announceDevice = false } = {},
): Promise<Entered> {
  const types = await factorTypesOf(context, userId);
  if (types.length === 0 || (await needsNoFactor(context, visitor, userId))) {
    const started = await startSession(context, visitor, userId, [record], { announceDevice });
    return { ...started, records: [record] };
  }
  const stamp = await proofStampOf(context.db, userId);
  const pending: PendingStep = { id: 'mfa_authenticate', user_id: userId, types, records: [record], stamp };
  const { sessionId } = await beginPending(context, visitor, pending);
  return { isSignedIn: false, sessionId, pending };
}

export async function completed(
  context: Pick<Context, 'db'>,
  entered: Entered,
  userId: number,
): Promise<SignIn> {
  if ('pending' in entered) return entered;
  const { records, ...started } = entered;
  return signedIn(context, started, userId, records);
}

/** Replaces the visitor's session by one of the user. Call it in a transaction. */
export async function startSession(
  context: Pick<Context, 'db' | 'now' | 'config'>,
  visitor: Visitor,
  userId: number,
  methods: MethodRecord[],
  { announceDevice = false } = {},
): Promise<StartedSession> {
  if (visitor.session) await deleteSession(context.db, visitor.session.id);
  await noteLogin(context, userId, visitor.language);
  await noteUses(context, userId, methods);
  const state: AuthState = { methods };
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

/** Starts a short session that remembers the pending step; `also` runs in its transaction, with the session's id. */
export async function startPending(
  context: Context,
  visitor: Visitor,
  pending: PendingStep,
  also?: (tx: Context, sessionId: number) => Promise<void>,
): Promise<SignIn> {
  const sessionId = await inTransaction(context, async (tx) => {
    const started = await beginPending(tx, visitor, pending);
    await also?.(tx, started.id);
    return started.sessionId;
  });
  return { isSignedIn: false, sessionId, pending };
}

async function beginPending(
  context: Pick<Context, 'db' | 'now'>,
  visitor: Visitor,
  pending: PendingStep,
): ReturnType<typeof openSession> {
  const state: AuthState = { methods: [], pending };
  const isIdentityWaiting = pending.id === 'verify_email' && pending.identity !== undefined;
  if (visitor.session) await deleteSession(context.db, visitor.session.id);
  return openSession(context, null, visitor, {
    state: JSON.stringify(state),
    seconds: isIdentityWaiting ? PENDING_IDENTITY_SECONDS : PENDING_SECONDS,
  });
}
