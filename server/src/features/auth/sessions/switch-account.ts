import type { Context } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import type { Database } from '../../../database/connect.ts';
import { BadRequestError, ForbiddenError } from '../../../errors.ts';
import { epochSeconds, type Visitor } from '../auth-state.ts';
import { authenticate, wrongPassword } from '../lock-out/authenticate.ts';
import type { Identifier } from '../lock-out/candidates.ts';
import { needsNoFactor } from '../devices/devices.ts';
import { factorTypesOf } from '../factors/factor-types.ts';
import { findAccount, listAddresses } from '../queries.ts';
import { type SignIn, signIn } from './sign-in.ts';

/**
 * Signs in to another customer account with the same verified main address (specification 3.3), counted and mailed as
 * a login. Throws ForbiddenError for freelancers, BadRequestError without such an address, ValidationError on
 * `password`.
 */
export async function switchAccount(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  password: string,
): Promise<SignIn> {
  if (user.isFreelancer) throw new ForbiddenError();
  const email = await findMainVerified(context.db, user.id);
  if (email === undefined) throw new BadRequestError('auth.switch_unverified');
  const identifier: Identifier = { field: 'email', text: email, otherThan: user.id };
  const account = await authenticate(context, visitor, identifier, password);
  const needsFactor = (await factorTypesOf(context, account.id)).length > 0;
  if (needsFactor && !(await needsNoFactor(context, visitor, account.id)))
    throw new ForbiddenError('auth.switch_second_factor');
  context.log.info({ user: account.id, from: user.id, ip: visitor.ip }, 'Account switched');
  const record = { method: 'password', at: epochSeconds(context), email };
  return signIn(context, visitor, account.id, record, async (db) => {
    const isUnchanged = (await findAccount(db, account.id))?.password_hash === account.password_hash;
    if (!isUnchanged || (await findMainVerified(db, account.id)) !== email) throw wrongPassword(identifier);
  });
}

async function findMainVerified(db: Database, userId: number): Promise<string | undefined> {
  const addresses = await listAddresses(db, userId);
  return addresses.find(({ is_primary, verified }) => is_primary && verified)?.email;
}
