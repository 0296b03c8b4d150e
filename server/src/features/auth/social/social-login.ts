import type { Identity } from '../../../adapters/identity/identity-provider.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import { isUniqueViolation } from '@vitrin/engine/sql/errors.ts';
import { UnauthenticatedError, ValidationError } from '../../../errors.ts';
import { lockIdentity, lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { networkOf } from '../../../tenants/tenant.ts';
import { createUser, deleteUnregistered } from '../../users/service.ts';
import { requireOpenSession } from '../access.ts';
import { epochSeconds, type Visitor } from '../auth-state.ts';
import { mailVerificationIfDue } from '../addresses/email-verification.ts';
import { findAccount, findAddress, insertAddress, listAddresses } from '../queries.ts';
import { PROVIDER } from './providers.ts';
import { recordEvent } from '../security/events.ts';
import { announce } from '../security/notices.ts';
import { type SignIn, signIn, startPending } from '../sessions/sign-in.ts';
import { createUnlessOwned, findProvenOwner } from '../signup/signup.ts';
import { removeOthers } from '../signup/unproven-accounts.ts';
import { deleteSocialAccount, findSocialAccount, insertSocialAccount } from './social-queries.ts';

/** Signs in by a linked identity or doubly verified address; others are asked, lest a customer become a freelancer. */
export async function logInWithIdentity(
  context: Context,
  visitor: Visitor,
  identity: Identity,
): Promise<SignIn> {
  const existing = await findSocialAccount(context.db, PROVIDER, identity.uid);
  if (existing && existing.pending_address_id === null)
    return enter(context, visitor, existing.user_id, identity);
  const owner = identity.email === undefined ? undefined : await findProvenOwner(context.db, identity.email);
  if (owner && identity.isEmailVerified) {
    await linkByAddress(context, visitor, owner.user_id, identity);
    return enter(context, visitor, owner.user_id, identity);
  }
  if (existing?.pending_address_id) {
    await mailAgain(context, visitor, existing.pending_address_id);
    return startPending(context, visitor, { id: 'verify_email', identity });
  }
  return startPending(context, visitor, { id: 'provider_signup', identity });
}

/** Links the identity to the account; does nothing when another tab of the same person has linked it a moment ago. */
async function linkByAddress(
  context: Context,
  visitor: Visitor,
  userId: number,
  identity: Identity,
): Promise<void> {
  await inTransaction(context, async (tx) => {
    await lockIdentity(tx.db, identity.uid);
    await dropPendingSignup(tx.db, identity);
    if (await findSocialAccount(tx.db, PROVIDER, identity.uid)) return;
    await linkIdentity(tx, userId, identity);
    const change = { kind: 'identity_connected', detail: displayOf(identity) } as const;
    await announce(tx, visitor, userId, change);
  });
  context.log.info({ user: userId }, 'Social account linked by its verified address');
}

async function mailAgain(context: Context, { language }: Visitor, addressId: number): Promise<void> {
  const address = await findAddress(context.db, addressId);
  const account = address && (await findAccount(context.db, address.user_id));
  if (account) await mailVerificationIfDue(context, address, { username: account.username, language });
}

/** Creates an account or mails a known address's owner; an address not vouched for is verified first. ValidationError. */
export async function signUpWithIdentity(
  context: Context,
  visitor: Visitor,
  identity: Identity,
  username: string,
  email: string,
): Promise<SignIn> {
  const verified = identity.isEmailVerified && identity.email === email;
  const { language } = visitor;
  const userId = await refuseDouble(() =>
    createUnlessOwned(
      context,
      email,
      async (tx) => {
        await lockIdentity(tx.db, identity.uid);
        await dropPendingSignup(tx.db, identity);
        const user = {
          username,
          user_type: 'freelancer',
          password_hash: null,
          language,
          owner_id: null,
          signup_network: networkOf(visitor.ip),
        } as const;
        const user_id = await createUser(tx, user);
        const created_at = timestampOf(tx);
        const address = await insertAddress(tx.db, {
          user_id,
          email,
          verified,
          is_primary: true,
          created_at,
        });
        await linkIdentity(tx, user_id, identity, verified ? null : address.id);
        if (verified) await removeOthers(tx.db, address);
        else await mailVerificationIfDue(tx, address, { username, language });
        return user_id;
      },
      verified,
    ),
  );
  if (userId !== undefined) context.log.info({ user: userId }, 'Account created by social login');
  if (userId === undefined || !verified)
    return startPending(context, visitor, { id: 'verify_email', identity });
  return enter(context, visitor, userId, identity);
}

/** Deletes the account of an earlier, mistyped sign-up; one with a password or verified address loses only the identity. */
async function dropPendingSignup(db: Database, { uid }: Identity): Promise<void> {
  const pending = await findSocialAccount(db, PROVIDER, uid);
  if (!pending || pending.pending_address_id === null) return;
  await lockUser(db, pending.user_id);
  await deleteSocialAccount(db, pending.id);
  const addresses = await listAddresses(db, pending.user_id);
  if (!addresses.some(({ verified }) => verified)) await deleteUnregistered(db, pending.user_id);
}

/** Links the identity to the user; false when it belongs to another account. Throws UnauthenticatedError. */
export async function connectIdentity(
  context: Context,
  visitor: Visitor,
  identity: Identity,
): Promise<boolean> {
  const user = visitor.session?.user;
  if (!user) throw new UnauthenticatedError();
  const isOwn = await inTransaction(context, async (tx) => {
    await lockIdentity(tx.db, identity.uid);
    await dropPendingSignup(tx.db, identity);
    const existing = await findSocialAccount(tx.db, PROVIDER, identity.uid);
    if (existing) return existing.user_id === user.id;
    await lockUser(tx.db, user.id);
    await requireOpenSession(tx.db, visitor);
    await linkIdentity(tx, user.id, identity);
    const change = { kind: 'identity_connected', detail: displayOf(identity) } as const;
    await announce(tx, visitor, user.id, change);
    return true;
  });
  if (isOwn) context.log.info({ user: user.id }, 'Social account connected');
  else {
    const refusal = { kind: 'identity_connect_refused', detail: displayOf(identity) } as const;
    await recordEvent(context, user.id, refusal, visitor);
  }
  return isOwn;
}

async function enter(
  context: Context,
  visitor: Visitor,
  userId: number,
  identity: Identity,
): Promise<SignIn> {
  const account = await findAccount(context.db, userId);
  const addresses = await listAddresses(context.db, userId);
  const needsAddress = account?.user_type === 'freelancer' && !addresses.some(({ verified }) => verified);
  if (needsAddress) {
    const [main] = addresses;
    if (main) await mailVerificationIfDue(context, main, { ...account, language: visitor.language });
    return startPending(context, visitor, { id: 'verify_email' });
  }
  context.log.info({ user: userId, ip: visitor.ip }, 'Login by social account');
  const record = {
    method: 'socialaccount',
    at: epochSeconds(context),
    provider: PROVIDER,
    uid: identity.uid,
  };
  // A reset meanwhile has disconnected the identity and ended all sessions: none may begin by it.
  return signIn(context, visitor, userId, record, async (db) => {
    const existing = await findSocialAccount(db, PROVIDER, identity.uid);
    if (existing?.user_id !== userId || existing.pending_address_id !== null)
      throw new UnauthenticatedError();
  });
}

function displayOf({ uid, name, email }: Identity): string {
  return (email ?? name ?? uid).slice(0, 200);
}

async function linkIdentity(
  context: Context,
  userId: number,
  identity: Identity,
  pendingAddressId: number | null = null,
): Promise<void> {
  await insertSocialAccount(context.db, {
    user_id: userId,
    pending_address_id: pendingAddressId,
    provider: PROVIDER,
    uid: identity.uid,
    display: displayOf(identity),
    created_at: timestampOf(context),
  });
}

/** Throws ValidationError where the identity or the username was taken a moment ago. */
async function refuseDouble<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (isUniqueViolation(error)) throw new ValidationError({ username: 'users.username_taken' });
    throw error;
  }
}
