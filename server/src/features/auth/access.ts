import { hash, randomBytes } from 'node:crypto';
import { supportedTimeZone } from '@vitrin/shared/rules/time/time-zones.ts';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import type { Context } from '../../context.ts';
import { timestampIn, timestampOf } from '../../context.ts';
import type { Database } from '../../database/connect.ts';
import { isReadOnlyRefusal } from '../../database/read-only/refusal.ts';
import { inTransaction } from '../../database/transaction.ts';
import { type CurrentSession, type LoadedSession, rightsOf } from '../../current/current-user.ts';
import { UnauthenticatedError } from '../../errors.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { tenantOfUser } from '../../tenants/tenant.ts';
import { setTimeZone, touchUser } from '../users/service.ts';
import {
  deleteOldestSessions,
  deleteSession,
  findSession,
  hasSession,
  insertSession,
  renewSession,
  type SessionRow,
} from './sessions/session-queries.ts';

const DAY_SECONDS = 24 * 3600;
const SLIDING_SECONDS = 14 * DAY_SECONDS;
const LONGEST_SECONDS = 90 * DAY_SECONDS;
const RENEWAL_SECONDS = 3600;
const SESSION_ID = /^[\w-]{43}$/;
const MAX_USER_AGENT_LENGTH = 300;

type SessionOrigin = { ip: string; userAgent: string };

export async function createSession(...session: Parameters<typeof openSession>): Promise<string> {
  return (await openSession(...session)).sessionId;
}

/** Opens a session with a new id and returns it with the cookie's value; only the hash is kept. Lock the user before. */
export async function openSession(
  context: Pick<Context, 'db' | 'now'>,
  userId: number | null,
  { ip, userAgent }: SessionOrigin,
  { state = '{}', seconds = SLIDING_SECONDS }: { state?: string; seconds?: number } = {},
): Promise<{ id: number; sessionId: string }> {
  const sessionId = randomBytes(32).toString('base64url');
  const now = timestampOf(context);
  const id = await insertSession(context.db, {
    id_hash: hashSessionId(sessionId),
    user_id: userId,
    user_agent: userAgent.slice(0, MAX_USER_AGENT_LENGTH),
    ip,
    state,
    created_at: now,
    last_seen: now,
    expires_at: timestampIn(context, seconds),
  });
  if (userId !== null) await deleteOldestSessions(context.db, userId, MAX_COUNTS.sessions);
  return { id, sessionId };
}

/**
 * Throws UnauthenticatedError when the session has ended since the request came in: a sender can keep a request open
 * for long, and after a password reset it must not change the account any more. Call it with the user locked, as a
 * reset does.
 */
export async function requireOpenSession(
  db: Database,
  { session }: { session: Pick<CurrentSession, 'id'> | null },
): Promise<void> {
  if (!session || !(await hasSession(db, session.id))) throw new UnauthenticatedError();
}

/** Returns a cookie's live session or null; prolongs it at most hourly and keeps the browser's time zone for mails. */
async function loadSession(
  context: Context,
  sessionId: string,
  timeZone?: string,
): Promise<LoadedSession | null> {
  if (!SESSION_ID.test(sessionId)) return null;
  const row = await findSession(context.db, hashSessionId(sessionId), timestampOf(context));
  if (!row) return null;
  const isRenewed = row.user_id !== null && (await renewUnlessReadOnly(context, row, row.user_id, timeZone));
  return { ...toCurrentSession(row), isRenewed };
}

/** Ends the session after an unanswered logout; returns false while read only, when the browser counts as a guest's. */
async function endSession(context: Context, { id, user }: CurrentSession): Promise<boolean> {
  try {
    await deleteSession(context.db, id);
  } catch (error) {
    if (isReadOnlyRefusal(error)) return false;
    throw error;
  }
  if (user) context.log.info({ user: user.id }, 'Logout');
  return true;
}

export const sessions = { load: loadSession, end: endSession };

function hashSessionId(sessionId: string): string {
  return hash('sha256', sessionId);
}

/** Prolongs a session; while the installation is read only it goes on as it is, until it expires. */
async function renewUnlessReadOnly(
  context: Context,
  row: SessionRow,
  userId: number,
  timeZone: string | undefined,
): Promise<boolean> {
  try {
    const isRenewed = await renewIfDue(context, row, userId);
    if (isRenewed || row.time_zone === null) await keepTimeZone(context, row, userId, timeZone);
    return isRenewed;
  } catch (error) {
    if (isReadOnlyRefusal(error)) return false;
    throw error;
  }
}

async function renewIfDue(context: Context, row: SessionRow, userId: number): Promise<boolean> {
  if (Date.parse(row.last_seen) + RENEWAL_SECONDS * 1000 > context.now().getTime()) return false;
  const longest = new Date(Date.parse(row.created_at) + LONGEST_SECONDS * 1000).toISOString();
  const sliding = timestampIn(context, SLIDING_SECONDS);
  await renewSession(context.db, row.id, timestampOf(context), sliding < longest ? sliding : longest);
  await touchUser(context.db, userId, timestampOf(context));
  return true;
}

async function keepTimeZone(
  context: Context,
  { time_zone, user_type }: SessionRow,
  userId: number,
  named: string | undefined,
): Promise<void> {
  const zone = supportedTimeZone(named);
  if (zone === undefined || zone === time_zone) return;
  await inTransaction(context, async (tx) => {
    await setTimeZone(tx.db, userId, zone);
    if (user_type === 'freelancer') await enqueue(tx, 'move-reminders', { user_id: userId });
  });
}

function toCurrentSession({
  id,
  state,
  last_seen,
  expires_at,
  user_id,
  username,
  user_type,
  language,
  owner_id,
  network,
}: SessionRow): CurrentSession {
  const sameUntil = Math.min(Date.parse(last_seen) + RENEWAL_SECONDS * 1000, Date.parse(expires_at));
  if (user_id === null || username === null || user_type === null || language === null) {
    return { id, state, sameUntil, user: null };
  }
  const user = {
    id: user_id,
    username,
    user_type,
    ...rightsOf(user_type),
    language,
    owner_id,
    tenant: tenantOfUser({ id: user_id, owner_id, network }),
  };
  return { id, state, sameUntil, user };
}
