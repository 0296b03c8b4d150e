import { createHash } from 'node:crypto';
import type { Login } from '@vitrin/shared/contract/auth.ts';
import { emailKey, usernameKey } from '@vitrin/shared/rules/names.ts';
import type { Context } from '../../context.ts';
import { ConflictError, ValidationError } from '../../errors.ts';
import { countAttempt, forgetAttempts, networkOf, takeBackAttempt } from '../../http/rate-limits.ts';
import { epochSeconds, type Visitor } from './auth-state.ts';
import { mailVerification, mayMail } from './email-verification.ts';
import { LockedOutError } from './errors.ts';
import { isPasswordOf } from './passwords.ts';
import {
  type AccountRow,
  type AddressRow,
  findAccount,
  findAccountByEmail,
  findAccountByUsername,
  listAddresses,
} from './queries.ts';
import { type SignIn, signIn, startPending } from './sign-in.ts';

const FAILURES_OF_ADDRESS = { amount: 10, seconds: 60 };
const FAILURES_OF_IDENTIFIER = { amount: 5, seconds: 5 * 60 };

type Identifier = { field: 'username' | 'email'; text: string };

/**
 * POST auth/login (AUTH-API 4). The attempt is counted as failed before the password is looked at, and taken back
 * when it is right, so that parallel attempts cannot pass the limit.
 */
export async function logIn(context: Context, visitor: Visitor, input: Login): Promise<SignIn> {
  const identifier = identifierOf(input);
  const counted = await countFailure(context, visitor, identifier);
  const account = await findByPassword(context, identifier, input.password);
  if (!account) {
    context.log.info({ ip: visitor.ip }, 'Login failed');
    throw wrongPassword(identifier);
  }
  for (const key of counted) await takeBackAttempt(context, key);
  if (visitor.session?.user) throw new ConflictError('auth.already_signed_in');

  const addresses = await listAddresses(context.db, account.id);
  const unverified = addressToVerify(account, addresses, identifier.text);
  if (unverified) {
    if (unverified.email && (await mayMail(context, unverified.email)))
      await mailVerification(context, context.db, unverified, { ...account, language: visitor.language });
    return startPending(context, visitor, { id: 'verify_email' });
  }
  context.log.info({ user: account.id, ip: visitor.ip }, 'Login');
  const record = { method: 'password', at: epochSeconds(context), [identifier.field]: identifier.text };
  // A reset or a change while the password was looked at has ended all sessions: no new one begins with the old one.
  return signIn(context, visitor, account.id, record, async (trx) => {
    if ((await findAccount(trx, account.id))?.password_hash !== account.password_hash)
      throw wrongPassword(identifier);
  });
}

function wrongPassword({ field }: Identifier): ValidationError {
  return new ValidationError({ password: `auth.${field}_password_mismatch` });
}

function identifierOf({ username, email }: Login): Identifier {
  if (username && email) throw new ValidationError({ non_field_errors: 'auth.invalid_login' });
  if (username) return { field: 'username', text: username };
  if (email) return { field: 'email', text: email };
  throw new ValidationError({ non_field_errors: 'auth.invalid_login' });
}

/** Counts by address and by identifier; returns the keys, to be taken back. */
async function countFailure(context: Context, { ip }: Visitor, { text }: Identifier): Promise<string[]> {
  const limits = [
    { key: `login_failed:${networkOf(ip)}`, limit: FAILURES_OF_ADDRESS },
    { key: failuresKey(text), limit: FAILURES_OF_IDENTIFIER },
  ];
  for (const { key, limit } of limits) {
    const { allowed, retryAfterSeconds } = await countAttempt(context, key, limit);
    if (!allowed) {
      context.log.warn({ ip }, 'Login locked out');
      throw new LockedOutError(retryAfterSeconds);
    }
  }
  return limits.map(({ key }) => key);
}

/**
 * The counter of failed logins of one identifier. All spellings that mean one account count together, or a guesser
 * would have five tries with each. Names are kept out of the table.
 */
function failuresKey(identifier: string): string {
  const key = emailKey(usernameKey(identifier));
  return `login_failed:${createHash('sha256').update(key).digest('hex')}`;
}

/** After a reset, whoever locked the account out by guessing must not keep its owner out. */
export function forgetFailures(context: Context, identifiers: string[]): Promise<void> {
  return forgetAttempts(context, identifiers.map(failuresKey));
}

/**
 * A `username` is tried as an email first, then as a username. Each try costs the time of a hash, whether there is an
 * account or not: somebody whose username is another's address must not learn from the time whether that one exists.
 */
async function findByPassword(
  { db }: Context,
  { field, text }: Identifier,
  password: string,
): Promise<AccountRow | undefined> {
  if (text.includes('\0')) return undefined;
  const isEmail = text.includes('@');
  const byEmail = isEmail ? await findAccountByEmail(db, emailKey(text)) : undefined;
  const byUsername = field === 'username' ? await findAccountByUsername(db, usernameKey(text)) : undefined;
  const tries: (AccountRow | undefined)[] = isEmail ? [byEmail] : [];
  if (field === 'username') tries.push(byUsername?.id === byEmail?.id ? undefined : byUsername);
  for (const account of tries) if (await isPasswordOf(account?.password_hash, password)) return account;
  return undefined;
}

/**
 * DECISIONS "Who must verify": the address that was used to sign in, when it is unverified; for a freelancer also
 * the main address when there is no verified one.
 */
function addressToVerify(
  { user_type }: AccountRow,
  addresses: AddressRow[],
  identifier: string,
): AddressRow | { email?: undefined } | undefined {
  const used = addresses.find(({ email }) => email === emailKey(identifier));
  if (used && !used.verified) return used;
  if (user_type === 'customer' || addresses.some(({ verified }) => verified)) return undefined;
  return addresses[0] ?? {};
}
