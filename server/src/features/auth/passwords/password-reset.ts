import { EmailText } from '@vitrin/shared/contract/auth.ts';
import {
  normalizedPassword,
  Password,
  type ResetPassword,
  type VerifiedToken,
} from '@vitrin/shared/contract/users.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import { isUniqueViolation } from '@vitrin/engine/sql/errors.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { BadRequestError, UsedInvitationError, ValidationError } from '../../../errors.ts';
import { readFace } from '../../faces/rows.ts';
import { setPassword } from '../../users/service.ts';
import { epochSeconds, type Visitor } from '../auth-state.ts';
import { mailVerificationIfDue } from '../addresses/email-verification.ts';
import { findPasswordToken, findUsedInvitation, type PasswordToken } from './password-tokens.ts';
import { endTrust } from '../devices/device-queries.ts';
import { deleteFeedOf } from '../feeds/feed-queries.ts';
import { deleteTokensOf } from '../tokens/token-queries.ts';
import { findInvitedWork } from './invited-work.ts';
import { forgetFailures } from '../lock-out/failures.ts';
import { customerRegisteredMail } from '../mails/mails.ts';
import { announce } from '../security/notices.ts';
import { hashPassword } from './passwords.ts';
import { logRefusal, recordRefusal } from '../refusals.ts';
import { recipientsOf } from '../mails/recipients.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import {
  type AccountRow,
  deleteAddress,
  findAccount,
  findFreelancerNames,
  insertAddress,
  listAddresses,
  setPrimary,
} from '../queries.ts';
import {
  deletePendingSocialAccounts,
  deleteSocialAccountsOf,
  listSocialAccounts,
} from '../social/social-queries.ts';
import { factorTypesOf } from '../factors/factor-types.ts';
import { deletePasskeysOf, listPasskeys } from '../passkeys/passkey-queries.ts';
import { deleteSessionsOf } from '../sessions/session-queries.ts';
import { completed, enter, type SignIn } from '../sessions/sign-in.ts';
import { isTaken, lockAddress, proveAddress } from '../signup/unproven-accounts.ts';

/** The account that a reset or invitation link is for (`GET /users/verify_token/`). Changes nothing. */
export async function verifyToken(context: Context, token: string): Promise<VerifiedToken> {
  await refuseUsedInvitation(context, token);
  const { account, kind, mailedTo } = await requirePasswordToken(context, token);
  const identities = await listSocialAccounts(context.db, account.id);
  const passkeys = await listPasskeys(context.db, account.id);
  const { freelancer } = await findFreelancerNames(context.db, account);
  return {
    token,
    kind,
    mailed_to: mailedTo ?? null,
    username: account.username,
    freelancer,
    face: kind === 'invitation' ? await readFace(context.db, account.owner_id, token) : null,
    work: kind === 'invitation' ? await workOf(context, account, token) : null,
    has_identities: identities.length > 0 || passkeys.length > 0,
  };
}

/** Work behind an invitation, with an address of its cover that is valid as long as the invitation. */
async function workOf(context: Context, { id }: AccountRow, token: string): Promise<VerifiedToken['work']> {
  const work = await findInvitedWork(context, id);
  if (!work) return null;
  const cover =
    work.coverId === null ? null : `/api/invitations/cover/?${String(new URLSearchParams({ token }))}`;
  return { project: work.project, cover };
}

async function refuseUsedInvitation(context: Context, token: string): Promise<void> {
  const used = await findUsedInvitation(context, token);
  if (used) throw new UsedInvitationError(used.username);
}

/** Sets the password by a mailed reset or an invitation (`POST /users/reset_password/`, specification 3.7). */
export async function resetPassword(
  context: Context,
  visitor: Visitor,
  { reset_token, password, password_confirm, email = '', keep_identities }: ResetPassword,
): Promise<SignIn> {
  const [issue] = Password.safeParse(password).error?.issues ?? [];
  if (issue)
    throw new ValidationError({
      password: issue.code === 'too_big' ? 'auth.max_length' : 'auth.password_too_short',
    });
  if (normalizedPassword(password) !== normalizedPassword(password_confirm))
    throw new ValidationError({ password_confirm: 'auth.passwords_differ' });
  const given = email.trim() === '' ? undefined : EmailText.safeParse(email);
  if (given && !given.success) throw new ValidationError({ email: 'auth.invalid_email' });
  await refuseUsedInvitation(context, reset_token);
  return usePasswordToken(context, visitor, reset_token, password, {
    email: given?.data,
    keepIdentities: keep_identities,
  });
}

/**
 * Sets the password that a token allows to set, ends all sessions of the user and starts a new one. Identities are
 * disconnected unless they are to be kept, since an intruder may have connected one. `email` counts with an invitation
 * only and is verified by the usual mail. The token is checked again under the lock of the user's row, so that only one
 * of two simultaneous uses succeeds. Throws BadRequestError for a forged, used or expired token.
 */
export async function usePasswordToken(
  context: Context,
  visitor: Visitor,
  token: string,
  password: string,
  {
    email,
    keepIdentities = false,
  }: { email?: string | undefined; keepIdentities?: boolean | undefined } = {},
): Promise<SignIn> {
  const owner = (await requirePasswordToken(context, token)).account;
  const refusal = { kind: 'password_change_refused' } as const;
  await logRefusal(context, visitor, owner.id, 'Password reset refused', () =>
    recordRefusal(context, visitor, owner.id, refusal, async () =>
      refuseCommonPassword('password', password),
    ),
  );
  const passwordHash = await hashPassword(password);
  const { entered, found } = await refuseTaken(() =>
    inTransaction(context, async (tx) => {
      const found = await lockToken(tx, token);
      const { address, kind, account } = found;
      if (address && !address.verified) await verifyUntaken(tx, address);
      await setPassword(tx, account.id, passwordHash);
      await deleteSessionsOf(tx.db, account.id);
      await endTrust(tx.db, account.id);
      await deleteFeedOf(tx.db, account.id);
      await deleteTokensOf(tx.db, account.id);
      await enqueue(tx, 'stop-endpoints', { user_id: account.id });
      const disconnected = keepIdentities
        ? await deletePendingSocialAccounts(tx.db, account.id)
        : await deleteSocialAccountsOf(tx.db, account.id);
      const passkeys = keepIdentities ? [] : await removeOnlySteps(tx, account.id);
      const { mailedTo } = found;
      if (kind === 'invitation')
        await replaceAddresses(tx, visitor, found, email === mailedTo ? undefined : email);
      if (mailedTo !== undefined) await proveMailedTo(tx, account.id, mailedTo);
      const proven = address?.email ?? mailedTo;
      const to = proven !== undefined && { email: proven };
      const method = { method: 'password_reset', at: epochSeconds(tx), ...to };
      const entered = await enter(tx, visitor, account.id, method);
      if (kind === 'reset' || account.password_hash !== null) {
        const change = {
          kind: 'password_reset',
          hasDisconnected: disconnected > 0,
          hasLostPasskeys: passkeys.length > 0,
        } as const;
        await announce(tx, visitor, account.id, change, found.addresses);
      }
      if (kind === 'invitation' && account.password_hash === null) await tellOwner(tx, account);
      return { entered, found };
    }),
  );
  const { id } = found.account;
  await forgetFailures(context, found.account, found.addresses);
  context.log.info({ user: id, ip: visitor.ip, kind: found.kind }, 'Password set by a link');
  return completed(context, entered, id);
}

/**
 * Removes passkeys, since an intruder may have added one, and returns their names. Passkeys that serve as a second step
 * stay: a mailbox alone must not remove it.
 */
async function removeOnlySteps(tx: Pick<Context, 'config' | 'db'>, userId: number): Promise<string[]> {
  return (await factorTypesOf(tx, userId)).length > 0 ? [] : deletePasskeysOf(tx.db, userId);
}

export async function requirePasswordToken(context: Context, token: string): Promise<PasswordToken> {
  const found = await findPasswordToken(context, token);
  if (!found) throw new BadRequestError('auth.invalid_password_reset');
  return found;
}

/** Mails the freelancer that an invited customer has registered. */
async function tellOwner(context: Context, { owner_id, username, display_name }: AccountRow): Promise<void> {
  if (owner_id === null) return;
  const owner = await findAccount(context.db, owner_id);
  const [recipient] = recipientsOf(owner, await listAddresses(context.db, owner_id));
  if (!recipient) return;
  const mail = customerRegisteredMail(recipient, context.config.publicUrl, display_name ?? username);
  await enqueue(context, 'send-mail', mail);
}

async function lockToken(context: Context, token: string): Promise<PasswordToken> {
  const { account, address, mailedTo } = await requirePasswordToken(context, token);
  if (mailedTo !== undefined) await lockAddress(context.db, { email: mailedTo, user_id: account.id });
  else if (address && !address.verified) await lockAddress(context.db, address);
  else await lockUser(context.db, account.id);
  return requirePasswordToken(context, token);
}

/**
 * Verifies the address unless another account has verified it meanwhile; then the link proves nothing about this one.
 */
async function verifyUntaken(
  context: Pick<Context, 'db' | 'now'>,
  address: NonNullable<PasswordToken['address']>,
): Promise<void> {
  if (await isTaken(context.db, address)) throw new BadRequestError('auth.invalid_password_reset');
  await proveAddress(context.db, address, timestampOf(context));
}

/**
 * Verifies the address that an invitation was mailed to, unless another customer of the same freelancer has verified it
 * meanwhile: the account is made all the same, as by a copied link. Call it with the address locked.
 */
async function proveMailedTo(
  context: Pick<Context, 'db' | 'now'>,
  user_id: number,
  email: string,
): Promise<void> {
  if (await isTaken(context.db, { email, user_id })) return;
  const now = timestampOf(context);
  const addresses = await listAddresses(context.db, user_id);
  const is_primary = !addresses.some((row) => row.is_primary);
  const known = addresses.find((row) => row.email === email);
  const fresh = { user_id, email, verified: false, is_primary, created_at: now };
  await proveAddress(context.db, known ?? (await insertAddress(context.db, fresh)), now);
}

async function refuseTaken<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (isUniqueViolation(error)) throw new BadRequestError('auth.invalid_password_reset');
    throw error;
  }
}

/**
 * Leaves an invited customer only the address given with the invitation, if any. All others are unverified, since
 * verifying one would have ended the invitation: an intruder at an open session may have added one, to have a reset
 * mailed to it later (specification 3.8).
 */
async function replaceAddresses(
  context: Context,
  { language }: Visitor,
  { account, addresses }: PasswordToken,
  email: string | undefined,
): Promise<void> {
  const kept = addresses.find((row) => row.email === email);
  for (const row of addresses) if (row !== kept && !row.verified) await deleteAddress(context.db, row.id);
  if (!email) return;
  const address =
    kept ??
    (await insertAddress(context.db, {
      user_id: account.id,
      email,
      verified: false,
      is_primary: true,
      created_at: timestampOf(context),
    }));
  if (!address.is_primary) await setPrimary(context.db, account.id, address.id);
  await mailVerificationIfDue(context, address, { username: account.username, language });
}
