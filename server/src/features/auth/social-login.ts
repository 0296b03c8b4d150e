import type { Identity } from '../../adapters/identity/identity-provider.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current-user.ts';
import type { Database } from '../../database/connect.ts';
import { isUniqueViolation } from '../../database/errors.ts';
import { ValidationError } from '../../errors.ts';
import { MAX_USERNAME_LENGTH, usernameKey } from '@vitrin/shared/rules/names.ts';
import { Username } from '@vitrin/shared/contract/users.ts';
import { createUser } from '../users/service.ts';
import { epochSeconds, type Visitor } from './auth-state.ts';
import { mailVerification, mayMail } from './email-verification.ts';
import { findAccount, findAccountByUsername, insertAddress, listAddresses } from './queries.ts';
import { type SignIn, signIn, startPending } from './sign-in.ts';
import { createUnlessOwned, findOwner } from './signup.ts';
import { findSocialAccount, insertSocialAccount } from './social-queries.ts';

const PROVIDER = 'google';

/**
 * What becomes of somebody the provider has identified (AUTH-API 10): a known one is signed in; one whose verified
 * address is verified here too is linked; a new one gets an account, or has to complete what is missing.
 */
export async function logInWithIdentity(
  context: Context,
  visitor: Visitor,
  identity: Identity,
): Promise<SignIn> {
  const known = await findSocialAccount(context.db, PROVIDER, identity.uid);
  if (known) return enter(context, visitor, known.user_id, identity);
  try {
    return await welcome(context, visitor, identity);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    // The same person in two tabs, or somebody who took the username a moment ago.
    const meanwhile = await findSocialAccount(context.db, PROVIDER, identity.uid);
    if (meanwhile) return enter(context, visitor, meanwhile.user_id, identity);
    return startPending(context, visitor, { id: 'provider_signup', identity });
  }
}

async function welcome(context: Context, visitor: Visitor, identity: Identity): Promise<SignIn> {
  const username = proposedUsername(identity);
  const isTaken = username && (await findAccountByUsername(context.db, usernameKey(username)));
  const owner = identity.email === undefined ? undefined : await findOwner(context.db, identity.email);
  if (owner?.verified && identity.isEmailVerified) {
    await refuseDouble(() => linkIdentity(context, context.db, owner.user_id, identity));
    context.log.info({ user: owner.user_id }, 'Social account linked by its verified address');
    return enter(context, visitor, owner.user_id, identity);
  }
  if (!owner && (!username || isTaken || identity.email === undefined))
    return startPending(context, visitor, { id: 'provider_signup', identity });
  return signUpWithIdentity(context, visitor, identity, username ?? '', identity.email ?? '');
}

/**
 * Creates the account, or for an address that has one does nothing but tell its owner. Throws ValidationError for a
 * taken username.
 */
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
    createUnlessOwned(context, email, async (trx, maySend) => {
      const user = {
        username,
        user_type: 'freelancer',
        password_hash: null,
        language,
        owner_id: null,
      } as const;
      const user_id = await createUser(context, trx, user);
      const created_at = timestampOf(context);
      const address = await insertAddress(trx, { user_id, email, verified, is_primary: true, created_at });
      await linkIdentity(context, trx, user_id, identity);
      if (!verified && maySend) await mailVerification(context, trx, address, { username, language });
      return user_id;
    }),
  );
  if (userId === undefined) return startPending(context, visitor, { id: 'verify_email' });
  context.log.info({ user: userId }, 'Account created by social login');
  if (!verified) return startPending(context, visitor, { id: 'verify_email' });
  return enter(context, visitor, userId, identity);
}

/** Links the identity to the user who is signed in. False when it belongs to somebody else. */
export async function connectIdentity(
  context: Context,
  user: CurrentUser,
  identity: Identity,
): Promise<boolean> {
  const known = await findSocialAccount(context.db, PROVIDER, identity.uid);
  if (known) return known.user_id === user.id;
  try {
    await linkIdentity(context, context.db, user.id, identity);
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
  context.log.info({ user: user.id }, 'Social account connected');
  return true;
}

/** The username somebody gets without being asked; undefined when nothing the provider said makes one. */
export function proposedUsername({ username, email, name }: Identity): string | undefined {
  const candidates = [username, email?.split('@')[0], name?.trim().replaceAll(/\s+/g, '.')];
  for (const candidate of candidates) {
    const cleaned = candidate
      ?.slice(0, MAX_USERNAME_LENGTH)
      .normalize('NFKC')
      .replaceAll(/[^\p{L}\p{N}\p{M}@.+\-_]/gu, '');
    const parsed = Username.safeParse(cleaned);
    if (parsed.success) return parsed.data;
  }
  return undefined;
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
    if (main && (await mayMail(context, main.email)))
      await mailVerification(context, context.db, main, { ...account, language: visitor.language });
    return startPending(context, visitor, { id: 'verify_email' });
  }
  context.log.info({ user: userId, ip: visitor.ip }, 'Login by social account');
  const record = {
    method: 'socialaccount',
    at: epochSeconds(context),
    provider: PROVIDER,
    uid: identity.uid,
  };
  return signIn(context, visitor, userId, record);
}

async function linkIdentity(
  context: Context,
  db: Database,
  userId: number,
  { uid, name, email }: Identity,
): Promise<void> {
  await insertSocialAccount(db, {
    user_id: userId,
    provider: PROVIDER,
    uid,
    display: (email ?? name ?? uid).slice(0, 200),
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
