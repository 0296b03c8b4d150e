import type { Login } from '@vitrin/shared/contract/account/auth.ts';
import { emailKey } from '@vitrin/shared/rules/texts/names.ts';
import type { Context } from '../../../context.ts';
import { ConflictError, ValidationError } from '../../../errors.ts';
import { epochSeconds, readState, type Visitor } from '../auth-state.ts';
import { mailVerificationIfDue } from '../addresses/email-verification.ts';
import { authenticate, wrongPassword } from '../lock-out/authenticate.ts';
import type { Identifier } from '../lock-out/candidates.ts';
import { type AccountRow, type AddressRow, findAccount, listAddresses } from '../queries.ts';
import { type SignIn, signIn, startPending } from './sign-in.ts';

/** Logs in by password (specification 4.5). */
export async function logIn(context: Context, visitor: Visitor, input: Login): Promise<SignIn> {
  const identifier = identifierOf(input);
  const account = await authenticate(context, visitor, identifier, input.password);
  if (visitor.session?.user) throw new ConflictError('auth.already_signed_in');

  const addresses = await listAddresses(context.db, account.id);
  const unverified = addressToVerify(account, addresses, identifier.text);
  if (unverified) {
    if (unverified.email)
      await mailVerificationIfDue(context, unverified, {
        ...account,
        language: visitor.language,
      });
    // A customer may log in without a verified address, but not by the unverified address itself.
    return startPending(context, visitor, {
      id: 'verify_email',
      ...(account.user_type === 'customer' && { login_methods: ['username'] }),
    });
  }
  context.log.info({ user: account.id, ip: visitor.ip }, 'Login');
  const record = { method: 'password', at: epochSeconds(context), [identifier.field]: identifier.text };
  // A reset or change while the password was checked has ended all sessions, so none may begin with the old one.
  return signIn(context, visitor, account.id, record, async (db) => {
    if ((await findAccount(db, account.id))?.password_hash !== account.password_hash)
      throw wrongPassword(identifier);
  });
}

/** Logs in the account of a verified address if it was made in this session (specification 4.7); undefined otherwise. */
export async function logInAfterSignup(
  context: Context,
  visitor: Visitor,
  { id, email }: { id: number; email: string },
): Promise<SignIn | undefined> {
  const { pending } = readState(visitor.session);
  const signup = pending?.id === 'verify_email' ? pending.signup : undefined;
  if (signup?.user_id !== id) return undefined;
  context.log.info({ user: id, ip: visitor.ip }, 'Login after signup');
  return signIn(context, visitor, id, { method: 'password', at: signup.at, email });
}

function identifierOf({ username, email }: Login): Identifier {
  if (username && email) throw new ValidationError({ non_field_errors: 'auth.invalid_login' });
  if (username) return { field: 'username', text: username };
  if (email) return { field: 'email', text: email };
  throw new ValidationError({ non_field_errors: 'auth.invalid_login' });
}

/**
 * Returns the unverified address used to log in, or for a freelancer without a verified one the main one
 * (specification 3.4).
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
