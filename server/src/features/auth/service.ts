import type { AuthUser } from '@vitrin/shared/contract/account/auth.ts';
import { emailKey } from '@vitrin/shared/rules/texts/names.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import { NotFoundError } from '../../errors.ts';
import { findAccountOfKey } from './addresses/email-verification.ts';
import type { Visitor } from './auth-state.ts';
import { getOwnAuthUser } from './auth-user.ts';
import { countMailToStranger } from './mails/mails-to-strangers.ts';
import { type MailedInvitation, mailedInvitationToken } from './passwords/mailed-invitations.ts';
import { deleteFeedOf } from './feeds/feed-queries.ts';
import { removeLostFactor } from './factors/lost-factor.ts';
import {
  findPasswordToken,
  invitationToken,
  type InvitedCustomer,
  resetToken,
} from './passwords/password-tokens.ts';
import { findInvitedWork } from './passwords/invited-work.ts';
import { type AccountRow, findAccountByUsername, listAccountsByEmail } from './queries.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  updateSessionState,
} from './sessions/session-queries.ts';
import { deleteTokensOf } from './tokens/token-queries.ts';
import { countWithoutFactor } from './factors/factor-queries.ts';

export function issueInvitation(
  context: Pick<Context, 'config' | 'now'>,
  customer: InvitedCustomer,
): string | null {
  return invitationToken(context, customer);
}

/** Returns the account of an invitation or verification link, so that a guest may see the face; undefined for other tokens. */
export async function findGuestOf(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  token: string,
): Promise<{ owner_id: number | null } | undefined> {
  const found = await findPasswordToken(context, token);
  return found?.kind === 'invitation' ? found.account : findAccountOfKey(context, token);
}

/** Returns the cover's file of the work behind a valid invitation; undefined for other tokens and without a cover. */
export async function findInvitedCover(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  token: string,
): Promise<number | undefined> {
  const found = await findPasswordToken(context, token);
  if (found?.kind !== 'invitation') return undefined;
  return (await findInvitedWork(context, found.account.id))?.coverId ?? undefined;
}

/** Returns a reset link to hand to a user who lost the mailbox, found by username or email; throws NotFoundError. */
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

/** Ends all sessions and tokens and the secret address of a user, found by username or email, and returns the username; throws NotFoundError. */
export async function endAllSessions(
  { db, log }: Pick<Context, 'db' | 'log'>,
  identifier: string,
): Promise<string> {
  const { id, username } = await requireAccount(db, identifier);
  await deleteSessionsOf(db, id);
  await deleteTokensOf(db, id);
  await deleteFeedOf(db, id);
  log.info({ user: id, by: 'admin' }, 'Sessions ended');
  return username;
}

/** Removes the lost second factor of a user, found by username or email; throws NotFoundError. */
export async function removeFactorOf(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now'>,
  identifier: string,
): Promise<{ username: string; isRemoved: boolean }> {
  const { id, username } = await requireAccount(context.db, identifier);
  return { username, isRemoved: await removeLostFactor(context, id) };
}

/** Returns the account that verified the address, else that of the username, else one that has merely added the address. */
async function requireAccount(db: Database, identifier: string): Promise<AccountRow> {
  const [byEmail] = await listAccountsByEmail(db, emailKey(identifier));
  const named = await findAccountByUsername(db, identifier);
  const account = byEmail?.verified ? byEmail : (named ?? byEmail);
  if (!account) throw new NotFoundError('auth.unknown_user');
  return account;
}

export function getSessionUser({ db }: Context, user: CurrentUser): Promise<AuthUser> {
  return getOwnAuthUser(db, user.id);
}

export function mailedInvitation(context: Pick<Context, 'config' | 'now'>, mailed: MailedInvitation): string {
  const token = mailedInvitationToken(context, mailed);
  return `/customer-register?token=${encodeURIComponent(token)}`;
}

/** Returns the customer of a mailed invitation that may still be used; undefined for other tokens. Changes nothing. */
export async function findOpenInvitation(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  token: string,
): Promise<AccountRow | undefined> {
  const found = await findPasswordToken(context, token);
  return found?.mailedTo === undefined ? undefined : found.account;
}

/** Counts a mail to an unverified address (specification 9.16). */
export const countMailTo = countMailToStranger;

/** Ends the session, or its pending step. */
export async function logOut({ db, log }: Context, { session }: Visitor): Promise<void> {
  if (!session) return;
  await deleteSession(db, session.id);
  if (session.user) log.info({ user: session.user.id }, 'Logout');
}

export async function forgetPending({ db }: Context, { session }: Visitor): Promise<void> {
  if (session) await updateSessionState(db, session.id, '{}');
}

/** Job: deletes the expired sessions. */
export async function sweepSessions(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteExpiredSessions(context.db, timestampOf(context));
}

export function countFreelancersWithoutApp(db: Database): Promise<number> {
  return countWithoutFactor(db, 'freelancer');
}
