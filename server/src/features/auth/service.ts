import type { AuthUser } from '@vitrin/shared/contract/auth.ts';
import { emailKey, usernameKey } from '@vitrin/shared/rules/texts/names.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current-user.ts';
import type { Database } from '../../database/connect.ts';
import { NotFoundError } from '../../errors.ts';
import type { Visitor } from './auth-state.ts';
import { getAuthUser } from './auth-user.ts';
import { invitationToken, type InvitedCustomer, resetToken } from './passwords/password-tokens.ts';
import { type AccountRow, findAccountByEmail, findAccountByUsername } from './queries.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  updateSessionState,
} from './sessions/session-queries.ts';

/** What a registration link of a customer carries. */
export function issueInvitation(
  context: Pick<Context, 'config' | 'now'>,
  customer: InvitedCustomer,
): string | null {
  return invitationToken(context, customer);
}

/**
 * A reset link for the owner of the installation to hand over, for somebody whose mailbox is lost; by username or
 * email. Throws NotFoundError for nobody.
 */
export async function issueResetLink(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now'>,
  identifier: string,
): Promise<{ username: string; link: string }> {
  const account = await requireAccount(context.db, identifier);
  const link = new URL('/password-reset', context.config.publicUrl);
  link.searchParams.set('token', resetToken(context, account, undefined));
  context.log.info({ user: account.id, by: 'admin' }, 'Reset link issued');
  return { username: account.username, link: link.href };
}

/**
 * Signs somebody out everywhere, for the owner of the installation; by username or email. Returns the username. Throws
 * NotFoundError for nobody.
 */
export async function endAllSessions(
  { db, log }: Pick<Context, 'db' | 'log'>,
  identifier: string,
): Promise<string> {
  const { id, username } = await requireAccount(db, identifier);
  await deleteSessionsOf(db, id);
  log.info({ user: id, by: 'admin' }, 'Sessions ended');
  return username;
}

/**
 * The account that an administrator names: the one that has verified the address, else the one whose username it is,
 * else one that has merely added it.
 */
async function requireAccount(db: Database, identifier: string): Promise<AccountRow> {
  const byEmail = await findAccountByEmail(db, emailKey(identifier));
  const named = await findAccountByUsername(db, usernameKey(identifier));
  const account = byEmail?.verified ? byEmail : (named ?? byEmail);
  if (!account) throw new NotFoundError('auth.unknown_user');
  return account;
}

export function getSessionUser({ db }: Context, user: CurrentUser): Promise<AuthUser> {
  return getAuthUser(db, user.id);
}

/** Ends the session, or gives up a pending step. */
export async function logOut({ db, log }: Context, { session }: Visitor): Promise<void> {
  if (!session) return;
  await deleteSession(db, session.id);
  if (session.user) log.info({ user: session.user.id }, 'Logout');
}

/** The step that was pending is done, or was done elsewhere. */
export async function forgetPending({ db }: Context, { session }: Visitor): Promise<void> {
  if (session) await updateSessionState(db, session.id, '{}');
}

/** Removes sessions that are over; a job runs it. */
export async function sweepSessions(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteExpiredSessions(context.db, timestampOf(context));
}
