import type { ProviderAccount, ProviderSignup, ProviderSignupInfo } from '@vitrin/shared/contract/auth.ts';
import { usernameKey } from '@vitrin/shared/rules/names.ts';
import type { Identity } from '../../adapters/identity/identity-provider.ts';
import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../current-user.ts';
import { lockUser } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { ConflictError, ValidationError } from '../../errors.ts';
import { readState, type Visitor } from './auth-state.ts';
import { toProvider } from './providers.ts';
import { findAccount, findAccountByUsername, listAddresses } from './queries.ts';
import type { SignIn } from './sign-in.ts';
import { proposedUsername, signUpWithIdentity } from './social-login.ts';
import { deleteSocialAccount, listSocialAccounts, type SocialAccountRow } from './social-queries.ts';

/** AUTH-API 10, GET auth/provider/signup: what the provider told, while the rest is still to be given. */
export function getPendingSignup({ identity }: Context, visitor: Visitor): ProviderSignupInfo {
  const pending = requirePending(visitor);
  const provider = identity && toProvider(identity);
  if (!provider) throw new ConflictError('auth.nothing_pending');
  const username = proposedUsername(pending);
  const { email } = pending;
  return {
    user: {
      display: username ?? pending.name ?? '',
      has_usable_password: false,
      ...(username !== undefined && { username }),
      ...(email !== undefined && { email }),
    },
    account: { uid: pending.uid, display: email ?? pending.name ?? pending.uid, provider },
    email: email === undefined ? [] : [{ email, verified: pending.isEmailVerified, primary: true }],
  };
}

export async function completeSignup(
  context: Context,
  visitor: Visitor,
  { username, email }: ProviderSignup,
): Promise<SignIn> {
  const pending = requirePending(visitor);
  const name = username ?? proposedUsername(pending);
  const address = email ?? pending.email;
  if (name === undefined) throw new ValidationError({ username: 'auth.required' });
  if (address === undefined) throw new ValidationError({ email: 'auth.required' });
  if (await findAccountByUsername(context.db, usernameKey(name)))
    throw new ValidationError({ username: 'users.username_taken' });
  return signUpWithIdentity(context, visitor, pending, name, address);
}

export async function getSocialAccounts(context: Context, user: CurrentUser): Promise<ProviderAccount[]> {
  return (await listSocialAccounts(context.db, user.id)).flatMap((row) => toProviderAccount(context, row));
}

/** Disconnects one; not the last way into an account. */
export async function disconnect(
  context: Context,
  user: CurrentUser,
  provider: string,
  uid: string,
): Promise<ProviderAccount[]> {
  await inTransaction(context, async (trx) => {
    await lockUser(trx, user.id);
    const rows = await listSocialAccounts(trx, user.id);
    const row = rows.find((one) => one.provider === provider && one.uid === uid);
    if (!row) throw new ValidationError({ non_field_errors: 'auth.account_not_found' });
    if (rows.length === 1) {
      const account = await findAccount(trx, user.id);
      if (account?.password_hash === null)
        throw new ValidationError({ non_field_errors: 'auth.no_password' });
      const addresses = await listAddresses(trx, user.id);
      if (user.isFreelancer && !addresses.some(({ verified }) => verified))
        throw new ValidationError({ non_field_errors: 'auth.no_verified_email' });
    }
    await deleteSocialAccount(trx, row.id);
  });
  context.log.info({ user: user.id }, 'Social account disconnected');
  return getSocialAccounts(context, user);
}

function requirePending({ session }: Visitor): Identity {
  const { pending } = readState(session);
  if (session?.user || pending?.id !== 'provider_signup') throw new ConflictError('auth.nothing_pending');
  return pending.identity;
}

function toProviderAccount({ identity }: Context, { uid, display }: SocialAccountRow): ProviderAccount[] {
  return identity ? [{ uid, display, provider: toProvider(identity) }] : [];
}
