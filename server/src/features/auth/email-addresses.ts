import type { EmailAddress } from '@vitrin/shared/contract/auth.ts';
import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../current-user.ts';
import { ForbiddenError, ValidationError } from '../../errors.ts';
import type { Visitor } from './auth-state.ts';
import { mailVerification, mayMail } from './email-verification.ts';
import { type AddressRow, listAddresses, listOwnersOfEmail } from './queries.ts';

/** AUTH-API 9: main address first. */
export async function getAddresses({ db }: Context, user: CurrentUser): Promise<EmailAddress[]> {
  return (await listAddresses(db, user.id)).map(toEmailAddress);
}

/** Sends the verification mail again. Throws ForbiddenError while the last one is younger than three minutes. */
export async function resendAsUser(
  context: Context,
  { language }: Visitor,
  user: CurrentUser,
  email: string,
): Promise<void> {
  const address = (await listAddresses(context.db, user.id)).find((row) => row.email === email);
  if (!address) throw new ValidationError({ email: 'auth.unknown_email' });
  if (address.verified) return;
  if (!(await mayMail(context, email))) throw new ForbiddenError();
  await mailVerification(context, context.db, address, { username: user.username, language });
}

/** DECISIONS "Resend for guests": says nothing about whether the address is known. */
export async function resendAsGuest(context: Context, { language }: Visitor, email: string): Promise<void> {
  const maySend = await mayMail(context, email);
  const [newest] = await listOwnersOfEmail(context.db, email);
  if (!newest || newest.verified || !maySend) return;
  await mailVerification(context, context.db, newest, { username: newest.username, language });
}

function toEmailAddress({ email, verified, is_primary }: AddressRow): EmailAddress {
  return { email, verified, primary: is_primary };
}
