import type { Context } from '../../../context.ts';
import { ValidationError } from '../../../errors.ts';
import type { Visitor } from '../auth-state.ts';
import { isPasswordOf } from '../passwords/passwords.ts';
import type { AccountRow } from '../queries.ts';
import { type Candidate, findCandidates, type Identifier, meantBy, triesOf } from './candidates.ts';
import { countFailure, isWorthNoting, lockedOut, undoFailure } from './failures.ts';
import { noteRefusal } from './note-refusal.ts';

/** Returns the account; throws ValidationError on `password`, or on no field with the seconds to wait. */
export async function authenticate(
  context: Context,
  visitor: Visitor,
  identifier: Identifier,
  password: string,
): Promise<AccountRow> {
  const candidates = await findCandidates(context.db, identifier);
  const attempt = await countFailure(context, visitor, identifier, candidates);
  const account = await findByPassword(attempt.open, password);
  if (account) {
    await undoFailure(context, attempt);
    return account;
  }
  const isUnseen = attempt.open.length === 0;
  if (!isUnseen || (await isWorthNoting(context, visitor, identifier)))
    await noteRefusal(context, visitor, meantUsers(candidates), isUnseen);
  if (attempt.lockedForSeconds !== undefined)
    throw lockedOut(context, visitor, candidates, attempt.lockedForSeconds);
  context.log.info({ ...meantBy(candidates), ip: visitor.ip }, 'Login failed');
  throw wrongPassword(identifier);
}

function meantUsers(candidates: readonly Candidate[]): number[] {
  return candidates.flatMap(({ accounts }) => accounts.map(({ id }) => id));
}

export function wrongPassword({ field }: Identifier): ValidationError {
  return new ValidationError({ password: `auth.${field}_password_mismatch` });
}

/** Returns the first account that the password opens; each try costs a hash, also where there is no account. */
async function findByPassword(candidates: Candidate[], password: string): Promise<AccountRow | undefined> {
  for (const account of candidates.flatMap(triesOf))
    if (await isPasswordOf(account?.password_hash, password)) return account;
  return undefined;
}
