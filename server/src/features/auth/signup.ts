import type { Signup } from '@vitrin/shared/contract/auth.ts';
import { usernameKey } from '@vitrin/shared/rules/names.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import { ConflictError, ValidationError } from '../../errors.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { createUser } from '../users/service.ts';
import type { Visitor } from './auth-state.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { mailVerification, mayMail } from './email-verification.ts';
import { alreadyExistsMail } from './mails.ts';
import { hashPassword } from './passwords.ts';
import { type EmailOwnerRow, findAccountByUsername, insertAddress, listOwnersOfEmail } from './queries.ts';
import { type SignIn, startPending } from './sign-in.ts';

/**
 * POST auth/signup (AUTH-API 5): a freelancer with an address to verify. An address that has an account gets the
 * same answer after the same work; nothing is created and its owner gets a mail.
 */
export async function signUp(context: Context, visitor: Visitor, input: Signup): Promise<SignIn> {
  const { db } = context;
  if (await findAccountByUsername(db, usernameKey(input.username)))
    throw new ValidationError({ username: 'users.username_taken' });
  refuseCommonPassword('password', input.password);
  if (visitor.session?.user) throw new ConflictError('auth.already_signed_in');

  const passwordHash = await hashPassword(input.password);
  const maySend = await mayMail(context, input.email);
  const owner = await findOwner(context, input.email);
  if (owner) await tellOwner(context, owner, maySend);
  else await createAccount(context, visitor, input, passwordHash, maySend);
  return startPending(context, visitor, { id: 'verify_email' });
}

async function createAccount(
  context: Context,
  { language }: Visitor,
  { username, email }: Signup,
  password_hash: string,
  maySend: boolean,
): Promise<void> {
  const id = await context.db.transaction().execute(async (trx) => {
    const user = { username, user_type: 'freelancer', password_hash, language, owner_id: null } as const;
    const user_id = await createUser(context, trx, user);
    const address = await insertAddress(trx, {
      user_id,
      email,
      verified: false,
      is_primary: true,
      created_at: timestampOf(context),
    });
    if (maySend) await mailVerification(context, trx, address, { username, language });
    return user_id;
  });
  context.log.info({ user: id }, 'Account created');
}

/**
 * Who an address belongs to: whoever verified it, or an account that has no other. One that somebody merely added
 * to an account keeps nobody from registering with it.
 */
export async function findOwner({ db }: Context, email: string): Promise<EmailOwnerRow | undefined> {
  const owners = await listOwnersOfEmail(db, email);
  return owners.find(({ verified, address_count }) => verified || Number(address_count) === 1);
}

/** Somebody tried to register with this address. */
export async function tellOwner(
  context: Context,
  { email, username, language }: EmailOwnerRow,
  maySend: boolean,
): Promise<void> {
  if (!maySend) return;
  const mail = alreadyExistsMail({ to: email, username, language }, context.config.publicUrl);
  await enqueue(context, context.db, 'send-mail', mail);
}
