import type {
  ProviderAccount,
  ProviderSignup,
  ProviderSignupInfo,
} from '@vitrin/shared/contract/account/auth.ts';
import type { Identity } from '../../../adapters/identity/identity-provider.ts';
import type { Context } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ConflictError, ValidationError } from '../../../errors.ts';
import { refuseAddressAsUsername } from '../../users/chosen-names.ts';
import { requireOpenSession } from '../access.ts';
import { readState, type Visitor } from '../auth-state.ts';
import { PROVIDER, toProvider } from './providers.ts';
import { findAccount, findAccountByUsername, listAddresses } from '../queries.ts';
import { announce } from '../security/notices.ts';
import type { SignIn } from '../sessions/sign-in.ts';
import { signUpWithIdentity } from './social-login.ts';
import {
  deleteSocialAccount,
  findSocialAccount,
  listSocialAccounts,
  type SocialAccountRow,
} from './social-queries.ts';
import { proposeUsername } from './social-usernames.ts';

export async function getPendingSignup(
  { identity, db }: Context,
  visitor: Visitor,
): Promise<ProviderSignupInfo> {
  const pending = requirePending(visitor);
  const provider = identity && toProvider(identity);
  if (!provider) throw new ConflictError('auth.nothing_pending');
  const username = await proposeUsername(db, pending);
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
  const name = username ?? (await proposeUsername(context.db, pending));
  const address = email ?? pending.email;
  if (name === undefined) throw new ValidationError({ username: 'auth.required' });
  if (address === undefined) throw new ValidationError({ email: 'auth.required' });
  refuseAddressAsUsername(name);
  const holder = await findAccountByUsername(context.db, name);
  const waiting = await findSocialAccount(context.db, PROVIDER, pending.uid);
  // The account that waits for a mistyped address will be deleted, so its name is free.
  if (holder && !(waiting?.pending_address_id && waiting.user_id === holder.id))
    throw new ValidationError({ username: 'users.username_taken' });
  return signUpWithIdentity(context, visitor, pending, name, address);
}

export async function getSocialAccounts(context: Context, user: CurrentUser): Promise<ProviderAccount[]> {
  return (await listSocialAccounts(context.db, user.id)).flatMap((row) => toProviderAccount(context, row));
}

/** Disconnects an identity, unless it is the last way into the account. */
export async function disconnect(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  provider: string,
  uid: string,
): Promise<ProviderAccount[]> {
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireOpenSession(tx.db, visitor);
    const rows = await listSocialAccounts(tx.db, user.id);
    const row = rows.find((one) => one.provider === provider && one.uid === uid);
    if (!row) throw new ValidationError({ non_field_errors: 'auth.account_not_found' });
    if (rows.length === 1) {
      const account = await findAccount(tx.db, user.id);
      if (account?.password_hash === null)
        throw new ValidationError({ non_field_errors: 'auth.no_password' });
      const addresses = await listAddresses(tx.db, user.id);
      if (user.isFreelancer && !addresses.some(({ verified }) => verified))
        throw new ValidationError({ non_field_errors: 'auth.no_verified_email' });
    }
    await deleteSocialAccount(tx.db, row.id);
    const change = { kind: 'identity_disconnected', detail: row.display } as const;
    await announce(tx, visitor, user.id, change);
  });
  context.log.info({ user: user.id }, 'Social account disconnected');
  return getSocialAccounts(context, user);
}

/** Returns the identity that is about to sign up, also before its address is verified; throws ConflictError without one. */
function requirePending({ session }: Visitor): Identity {
  const { pending } = readState(session);
  if (session?.user || !pending?.identity) throw new ConflictError('auth.nothing_pending');
  return pending.identity;
}

function toProviderAccount(
  { identity }: Context,
  { uid, display, last_used_at }: SocialAccountRow,
): ProviderAccount[] {
  if (!identity) return [];
  return [{ uid, display, provider: toProvider(identity), ...lastUse(last_used_at) }];
}

function lastUse(at: string | null): { last_used_at?: number } {
  return at === null ? {} : { last_used_at: Date.parse(at) / 1000 };
}
