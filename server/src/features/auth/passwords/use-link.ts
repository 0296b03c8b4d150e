import { EmailText } from '@vitrin/shared/contract/account/auth.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import { isUniqueViolation } from '@vitrin/engine/sql/errors.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { BadRequestError, UsedInvitationError, ValidationError } from '../../../errors.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { isRegistered } from '../../users/service.ts';
import { mailVerificationIfDue } from '../addresses/email-verification.ts';
import type { Visitor } from '../auth-state.ts';
import { endTrust } from '../devices/device-queries.ts';
import { factorTypesOf } from '../factors/factor-types.ts';
import { deleteFeedOf } from '../feeds/feed-queries.ts';
import { forgetFailures } from '../lock-out/failures.ts';
import { customerRegisteredMail } from '../mails/mails.ts';
import { recipientsOf } from '../mails/recipients.ts';
import { deletePasskeysOf } from '../passkeys/passkey-queries.ts';
import {
  type AccountRow,
  deleteAddress,
  findAccount,
  insertAddress,
  listAddresses,
  setPrimary,
} from '../queries.ts';
import { deleteSessionsOf } from '../sessions/session-queries.ts';
import { completed, type Entered, type SignIn } from '../sessions/sign-in.ts';
import { isTaken, lockAddress, proveAddress } from '../signup/unproven-accounts.ts';
import { deletePendingSocialAccounts, deleteSocialAccountsOf } from '../social/social-queries.ts';
import { deleteTokensOf } from '../tokens/token-queries.ts';
import { findPasswordToken, findUsedInvitation, type PasswordToken } from './password-tokens.ts';

export type LinkChoices = {
  /** Address to add; counts with an invitation only and is verified by the usual mail. */
  email?: string | undefined;
  /** Keeps identities and passkeys, which are removed otherwise, since an intruder may have added one. */
  keepIdentities?: boolean | undefined;
};

type UsedLink = {
  /** The account and its addresses as they were before. */
  found: PasswordToken;
  /** The address that the link has proven. */
  proven: string | undefined;
  hasDisconnected: boolean;
  hasLostPasskeys: boolean;
};

/**
 * Uses a link: ends sessions, trust, tokens, identities and passkeys, and checks the token again under the user's
 * lock, so that one of two simultaneous uses wins. `begin` must change what the token is bound to. Throws
 * BadRequestError.
 */
export async function useLink(
  context: Context,
  visitor: Visitor,
  token: string,
  { email, keepIdentities = false }: LinkChoices,
  begin: (tx: Context, link: UsedLink) => Promise<Entered>,
): Promise<SignIn> {
  const { entered, found } = await refuseTaken(() =>
    inTransaction(context, async (tx) => {
      const found = await lockToken(tx, token);
      const { address, kind, account, mailedTo } = found;
      if (address && !address.verified) await verifyUntaken(tx, address);
      await deleteSessionsOf(tx.db, account.id);
      await endTrust(tx.db, account.id);
      await deleteFeedOf(tx.db, account.id);
      await deleteTokensOf(tx.db, account.id);
      await enqueue(tx, 'stop-endpoints', { user_id: account.id });
      const disconnected = keepIdentities
        ? await deletePendingSocialAccounts(tx.db, account.id)
        : await deleteSocialAccountsOf(tx.db, account.id);
      const passkeys = keepIdentities ? [] : await removeOnlySteps(tx, account.id);
      // This comes before addresses are added, because the keys mailed to them are bound to the password.
      const entered = await begin(tx, {
        found,
        proven: address?.email ?? mailedTo,
        hasDisconnected: disconnected > 0,
        hasLostPasskeys: passkeys.length > 0,
      });
      if (kind === 'invitation')
        await replaceAddresses(tx, visitor, found, email === mailedTo ? undefined : email);
      if (mailedTo !== undefined) await proveMailedTo(tx, account.id, mailedTo);
      if (kind === 'invitation' && !isRegistered(account)) await notifyFreelancer(tx, account);
      return { entered, found };
    }),
  );
  const { id } = found.account;
  await forgetFailures(context, found.account, found.addresses);
  context.log.info({ user: id, ip: visitor.ip, kind: found.kind }, 'Link used');
  return completed(context, entered, id);
}

/** Returns the address typed with an invitation, undefined for an empty one; throws ValidationError on `email`. */
export function givenAddress(email = ''): string | undefined {
  if (email.trim() === '') return undefined;
  const given = EmailText.safeParse(email);
  if (!given.success) throw new ValidationError({ email: 'auth.invalid_email' });
  return given.data;
}

/** Throws UsedInvitationError for an invitation that ended before its time. */
export async function refuseUsedInvitation(context: Context, token: string): Promise<void> {
  const used = await findUsedInvitation(context, token);
  if (used) throw new UsedInvitationError(used.username);
}

/** Returns the rights of a token; throws BadRequestError when it is forged, used or expired. */
export async function requirePasswordToken(context: Context, token: string): Promise<PasswordToken> {
  const found = await findPasswordToken(context, token);
  if (!found) throw new BadRequestError('auth.invalid_password_reset');
  return found;
}

/** Removes passkeys, as an intruder may have added one, and returns their names; those that are a second step stay. */
async function removeOnlySteps(tx: Pick<Context, 'config' | 'db'>, userId: number): Promise<string[]> {
  return (await factorTypesOf(tx, userId)).length > 0 ? [] : deletePasskeysOf(tx.db, userId);
}

async function notifyFreelancer(
  context: Context,
  { owner_id, username, display_name }: AccountRow,
): Promise<void> {
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

/** Verifies the address unless another account has meanwhile; the link then proves nothing about this one. */
async function verifyUntaken(
  context: Pick<Context, 'db' | 'now'>,
  address: NonNullable<PasswordToken['address']>,
): Promise<void> {
  if (await isTaken(context.db, address)) throw new BadRequestError('auth.invalid_password_reset');
  await proveAddress(context.db, address, timestampOf(context));
}

/** Verifies the invited address unless another customer has; the account is made anyway. Call it with the address locked. */
async function proveMailedTo(
  context: Pick<Context, 'db' | 'now'>,
  user_id: number,
  email: string,
): Promise<void> {
  if (await isTaken(context.db, { email, user_id })) return;
  const now = timestampOf(context);
  const addresses = await listAddresses(context.db, user_id);
  const is_primary = !addresses.some((row) => row.is_primary);
  const existing = addresses.find((row) => row.email === email);
  const fresh = { user_id, email, verified: false, is_primary, created_at: now };
  await proveAddress(context.db, existing ?? (await insertAddress(context.db, fresh)), now);
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
