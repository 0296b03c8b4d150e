import type { Context } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import { ConflictError, ValidationError } from '../../../errors.ts';
import { countAttempt, undoAttempt } from '../../../rate-limits/rate-limits.ts';
import { epochSeconds, type PendingCode, type Visitor } from '../auth-state.ts';
import { FAILURES_OF_NETWORK, failuresOfNetwork } from '../lock-out/failures.ts';
import { noteRefusal } from '../lock-out/note-refusal.ts';
import { type AccountRow, findAccount, listAddresses, MOST_ACCOUNTS_OF_EMAIL } from '../queries.ts';
import { type SignIn, signIn } from '../sessions/sign-in.ts';
import { countCodeFailures, undoCodeFailures } from './code-failures.ts';
import { hashCode, isSameHash } from './code-hash.ts';
import { endPending } from '../sessions/pending-queries.ts';
import { requirePendingCode, takeTry } from './pending-code.ts';

const NO_ACCOUNT = { id: 0, password_hash: null };
const NO_CODE = { user_id: 0, hash: '' };

/** Signs in by a mailed code in the browser that asked for it (specification 3.18); ConflictError, ValidationError. */
export async function logInByCode(context: Context, visitor: Visitor, code: string): Promise<SignIn> {
  const { sessionId } = requirePendingCode(visitor);
  const ofNetwork = failuresOfNetwork(visitor);
  const byNetwork = await countAttempt(context, ofNetwork, FAILURES_OF_NETWORK);
  if (!byNetwork.allowed) throw tooMany(byNetwork.retryAfterSeconds);
  const pending = await takeTry(context, sessionId);
  const failures = await countCodeFailures(context, pending);
  const account = await findByCode(context, sessionId, pending, code);
  const lockedForSeconds = failures.find(({ userId }) => userId === account?.id)?.lockedForSeconds;
  if (!account || lockedForSeconds !== undefined) {
    const userIds = (pending.codes ?? []).map(({ user_id }) => user_id);
    await noteRefusal(context, visitor, userIds, account !== undefined);
    context.log.info({ users: userIds, ip: visitor.ip }, 'Login by code failed');
    // Only the holder of a right code learns that the account is locked, so a guesser learns of no account.
    if (lockedForSeconds !== undefined) throw tooMany(lockedForSeconds);
    throw wrongCode(pending.left);
  }
  await undoAttempt(context, ofNetwork);
  await undoCodeFailures(context, failures);
  const { email } = pending;
  const record = { method: 'code', at: epochSeconds(context), email };
  const signedIn = await signIn(context, visitor, account.id, record, (db) =>
    useCode(db, sessionId, account, email),
  );
  context.log.info({ user: account.id, ip: visitor.ip }, 'Login by code');
  return signedIn;
}

/** Finds the account that a code was mailed for; five accounts or none cost the same number of hashes, to reveal nothing. */
async function findByCode(
  { config, db }: Context,
  sessionId: number,
  { email, sent_at, codes = [] }: PendingCode,
  code: string,
): Promise<AccountRow | undefined> {
  const request = { sessionId, sentAt: sent_at, email };
  let found: AccountRow | undefined;
  for (let index = 0; index < MOST_ACCOUNTS_OF_EMAIL; index += 1) {
    const { user_id, hash } = codes[index] ?? NO_CODE;
    const account = await findAccount(db, user_id);
    const isRight = isSameHash(hash, hashCode(config, request, account ?? NO_ACCOUNT, code));
    if (isRight && account) found = account;
  }
  return found;
}

/**
 * Uses the code up, under the lock of the user's row: the session that waited for it ends, so that of two simultaneous uses one
 * wins. Throws ConflictError when it has ended, ValidationError on `code` when the password has changed or the address is no
 * longer a verified one of the account.
 */
async function useCode(db: Database, sessionId: number, account: AccountRow, email: string): Promise<void> {
  if (!(await endPending(db, sessionId))) throw new ConflictError('auth.nothing_pending');
  const isSamePassword = (await findAccount(db, account.id))?.password_hash === account.password_hash;
  const addresses = await listAddresses(db, account.id);
  const isVerified = addresses.some((row) => row.email === email && row.verified);
  if (!isSamePassword || !isVerified) throw new ValidationError({ code: 'auth.code_ended.incorrect_code' });
}

function wrongCode(left: number): ValidationError {
  if (left === 0) return new ValidationError({ code: 'auth.code_ended.incorrect_code' });
  return new ValidationError({ code: { key: 'auth.incorrect_code', params: { left } } });
}

function tooMany(seconds: number): ValidationError {
  const message = { key: 'auth.code.too_many_login_attempts', params: { seconds } } as const;
  return new ValidationError({ non_field_errors: message }, seconds);
}
