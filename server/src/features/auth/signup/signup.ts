import type { Signup } from '@vitrin/shared/contract/account/auth.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import { lockEmail } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ConflictError, ValidationError } from '../../../errors.ts';
import { networkOf } from '../../../tenants/tenant.ts';
import { countAttempt } from '../../../rate-limits/rate-limits.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { refuseAddressAsUsername } from '../../users/chosen-names.ts';
import { createUser, isUsernameTaken } from '../../users/service.ts';
import { epochSeconds, type Visitor } from '../auth-state.ts';
import { refuseCommonPassword } from '../passwords/common-passwords.ts';
import { mailVerificationIfDue } from '../addresses/email-verification.ts';
import { alreadyExistsMail } from '../mails/mails.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { type EmailOwnerRow, insertAddress, listOwnersOfEmail } from '../queries.ts';
import { type SignIn, startPending } from '../sessions/sign-in.ts';
import { makeRoom } from './unproven-accounts.ts';

const NOTICE_LIMIT = { amount: 1, seconds: 3 * 60 };

/** Signs a freelancer up (specification 4.6); a known address costs the same work and answer, and its owner gets a mail. */
export async function signUp(context: Context, visitor: Visitor, input: Signup): Promise<SignIn> {
  const { db } = context;
  const { username, email } = input;
  refuseAddressAsUsername(username);
  if (await isUsernameTaken(db, username)) throw new ValidationError({ username: 'users.username_taken' });
  refuseCommonPassword('password', input.password);
  if (visitor.session?.user) throw new ConflictError('auth.already_signed_in');

  const password_hash = await hashPassword(input.password);
  const { language } = visitor;
  const id = await createUnlessOwned(context, email, async (tx) => {
    const user = { username, user_type: 'freelancer', password_hash, language, owner_id: null } as const;
    const user_id = await createUser(tx, { ...user, signup_network: networkOf(visitor.ip) });
    const created_at = timestampOf(tx);
    const address = await insertAddress(tx.db, {
      user_id,
      email,
      verified: false,
      is_primary: true,
      created_at,
    });
    await mailVerificationIfDue(tx, address, { username, language });
    return user_id;
  });
  if (id !== undefined) context.log.info({ user: id }, 'Account created');
  const signup = id === undefined ? undefined : { user_id: id, at: epochSeconds(context) };
  return startPending(context, visitor, { id: 'verify_email', ...(signup && { signup }) });
}

/**
 * Creates an account for an address that no account has verified and returns its id. Otherwise nothing is created, and
 * the owner of the address gets a mail. Nothing is created either when too many accounts wait for the address, unless
 * it is proven (`isProven`).
 */
export async function createUnlessOwned(
  context: Context,
  email: string,
  create: (tx: Context) => Promise<number>,
  isProven = false,
): Promise<number | undefined> {
  return inTransaction(context, async (tx) => {
    await lockEmail(tx.db, email);
    const [owner] = await listOwnersOfEmail(tx.db, email);
    if (owner?.verified) {
      await notifyOwner(tx, owner);
      return undefined;
    }
    return isProven || (await makeRoom(tx, email)) ? create(tx) : undefined;
  });
}

/** Returns the first account that verified an address: a later one may be a stranger's, confirmed by a careless click. */
export async function findProvenOwner(db: Database, email: string): Promise<EmailOwnerRow | undefined> {
  const owners = (await listOwnersOfEmail(db, email)).filter(({ verified }) => verified);
  return owners.toSorted((a, b) => (a.verified_at ?? '').localeCompare(b.verified_at ?? ''))[0];
}

/** Mails the owner about a registration; it has its own counter, so that requests for links do not suppress it. */
export async function notifyOwner(
  context: Context,
  { email, username, language }: EmailOwnerRow,
): Promise<void> {
  const counter = `already_exists:${email}`;
  const { allowed } = await countAttempt(context, counter, NOTICE_LIMIT);
  if (!allowed) return;
  const mail = alreadyExistsMail({ to: email, username, language }, context.config.publicUrl);
  await enqueue(context, 'send-mail', mail);
}
