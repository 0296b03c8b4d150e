import type { VerifiedToken } from '@vitrin/shared/contract/users.ts';
import type { Context } from '../../../context.ts';
import { factorTypesOf } from '../factors/factor-types.ts';
import type { PasswordToken } from '../passwords/password-tokens.ts';
import { isTaken } from '../signup/unproven-accounts.ts';
import { relyingPartyOf } from './relying-party.ts';

/**
 * The way back into an account besides the passkey that its invitation may make (specification 3.8); null where it makes none:
 * without a relying party, for an account with a password, which is set anew, and for one with an app, since a link must not
 * replace the second step.
 */
export async function offeredPasskey(
  context: Pick<Context, 'config' | 'db'>,
  { kind, account, mailedTo: email }: PasswordToken,
): Promise<VerifiedToken['passkey']> {
  if (kind !== 'invitation' || account.password_hash !== null || !relyingPartyOf(context.config)) return null;
  if ((await factorTypesOf(context, account.id)).length > 0) return null;
  if (email === undefined) return 'alone';
  return (await isTaken(context.db, { email, user_id: account.id })) ? 'alone' : 'with_code';
}
