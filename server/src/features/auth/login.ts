import type { Login } from '@vitrin/shared/contract/auth.ts';
import { emailKey } from '@vitrin/shared/rules/names.ts';
import type { Context } from '../../context.ts';
import { ConflictError, ValidationError } from '../../errors.ts';
import { epochSeconds, type Visitor } from './auth-state.ts';
import { mailVerification, mayMail } from './email-verification.ts';
import { type Candidate, findCandidates, type Identifier, meantBy } from './lock-out/candidates.ts';
import { countFailure, lockedOut, takeBackFailure } from './lock-out/failures.ts';
import { isPasswordOf } from './passwords.ts';
import { type AccountRow, type AddressRow, findAccount, listAddresses } from './queries.ts';
import { type SignIn, signIn, startPending } from './sign-in.ts';

/** POST auth/login (AUTH-API 4). */
export async function logIn(context: Context, visitor: Visitor, input: Login): Promise<SignIn> {
  const identifier = identifierOf(input);
  const account = await authenticate(context, visitor, identifier, input.password);
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

/**
 * The account that identifier and password belong to; throws ValidationError on `password` for a wrong one, and
 * LockedOutError after too many.
 */
async function authenticate(
  context: Context,
  visitor: Visitor,
  identifier: Identifier,
  password: string,
): Promise<AccountRow> {
  const candidates = await findCandidates(context.db, identifier);
  const attempt = await countFailure(context, visitor, identifier, candidates);
  const account = await findByPassword(attempt.open, password);
  if (account) {
    await takeBackFailure(context, attempt);
    return account;
  }
  if (attempt.lockedForSeconds !== undefined)
    throw lockedOut(context, visitor, candidates, attempt.lockedForSeconds);
  context.log.info({ ...meantBy(candidates), ip: visitor.ip }, 'Login failed');
  throw wrongPassword(identifier);
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

/** The first account the password opens; each try costs the time of a hash, whether there is an account or not. */
async function findByPassword(candidates: Candidate[], password: string): Promise<AccountRow | undefined> {
  for (const { account } of candidates)
    if (await isPasswordOf(account?.password_hash, password)) return account;
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
