import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import type { Database } from '../../../database/connect.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ConflictError, RateLimitedError, UnauthenticatedError, ValidationError } from '../../../errors.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { type AuthState, type ProofCode, readState, type Visitor } from '../auth-state.ts';
import { countCodeFailures, undoCodeFailures } from '../codes/code-failures.ts';
import { hashCode, isSameHash, newCodes } from '../codes/code-hash.ts';
import { countCode } from '../codes/code-requests.ts';
import { proofTypesOf } from '../factors/factor-types.ts';
import { proofCodeMail } from '../mails/code-mail.ts';
import { type AccountRow, findAccount, listAddresses } from '../queries.ts';
import { recordEvent } from '../security/events.ts';
import { replaceState } from '../sessions/pending-queries.ts';
import type { SignIn } from '../sessions/sign-in.ts';
import { noteProof } from './reauthenticate.ts';

const MOST_TRIES = 3;
const VALID_MILLISECONDS = 15 * 60_000;

/** Returns the verified main address that a code may go to; null for accounts with a stronger proof. */
export async function proofAddressOf(
  context: Pick<Context, 'config' | 'db'>,
  userId: number,
): Promise<string | null> {
  const account = await findAccount(context.db, userId);
  if (!account || account.password_hash !== null) return null;
  if ((await proofTypesOf(context, userId)).length > 0) return null;
  const verified = (await listAddresses(context.db, userId)).filter((address) => address.verified);
  return (verified.find((address) => address.is_primary) ?? verified[0])?.email ?? null;
}

/**
 * Mails a code that confirms this session (specification 3.19); throws ConflictError with a stronger proof,
 * RateLimitedError.
 */
export async function mailProofCode(context: Context, visitor: Visitor, user: CurrentUser): Promise<void> {
  const email = await proofAddressOf(context, user.id);
  const account = await findAccount(context.db, user.id);
  if (email === null || !account) throw new ConflictError('auth.nothing_pending');
  const seconds = await countCode(context, email);
  if (seconds > 0) throw new RateLimitedError(seconds);
  const { session } = visitor;
  if (!session) throw new UnauthenticatedError();
  const [code = ''] = newCodes(1);
  const sent_at = timestampOf(context);
  const hash = hashCode(context.config, { sessionId: session.id, sentAt: sent_at, email }, account, code);
  const proof_code: ProofCode = { email, sent_at, tries: 0, hash };
  const recipient = { to: email, username: account.username, language: visitor.language };
  await inTransaction(context, async (tx) => {
    await changeState(tx.db, visitor, { ...readState(session), proof_code });
    await enqueue(tx, 'send-mail', proofCodeMail(recipient, code));
  });
  context.log.info({ user: user.id }, 'Code to confirm a session issued');
}

/** Confirms this session by its mailed code; throws ConflictError if none waits, ValidationError on `code` or on no field. */
export async function confirmByMailedCode(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  code: string,
): Promise<SignIn> {
  const { session } = visitor;
  const { proof_code: sent, ...state } = readState(session);
  if (!session || !sent || !isFresh(context, sent)) throw new ConflictError('auth.nothing_pending');
  if (sent.tries >= MOST_TRIES) throw new ValidationError({ code: 'auth.code_ended.incorrect_code' });
  const tries = sent.tries + 1;
  // The try is counted before the code is compared, so that parallel guesses get no more than three.
  await changeState(context.db, visitor, { ...state, proof_code: { ...sent, tries } });
  const failures = await countCodeFailures(context, {
    id: 'login_by_code',
    ...sent,
    codes: [{ user_id: user.id, hash: sent.hash }],
  });
  const account = await findAccount(context.db, user.id);
  const request = { sessionId: session.id, sentAt: sent.sent_at, email: sent.email };
  const isRight =
    account !== undefined && isSameHash(sent.hash, hashCode(context.config, request, account, code));
  const locked = failures.find(({ userId }) => userId === user.id)?.lockedForSeconds;
  if (!isRight || locked !== undefined) {
    await recordEvent(context, user.id, { kind: 'factor_refused' }, visitor);
    throw refusal(isRight ? locked : undefined, MOST_TRIES - tries);
  }
  await undoCodeFailures(context, failures);
  const proven = { ...visitor, session: { ...session, state: JSON.stringify(state) } };
  return noteProof(context, proven, user, { method: 'code', email: sent.email }, (db) =>
    requireSame(db, account, sent.email),
  );
}

function isFresh({ now }: Pick<Context, 'now'>, { sent_at }: ProofCode): boolean {
  return now().getTime() - Date.parse(sent_at) < VALID_MILLISECONDS;
}

function refusal(lockedForSeconds: number | undefined, left: number): ValidationError {
  if (lockedForSeconds !== undefined) {
    const params = { seconds: lockedForSeconds };
    const message = { key: 'auth.code.too_many_login_attempts', params } as const;
    return new ValidationError({ non_field_errors: message }, lockedForSeconds);
  }
  if (left <= 0) return new ValidationError({ code: 'auth.code_ended.incorrect_code' });
  return new ValidationError({ code: { key: 'auth.incorrect_code', params: { left } } });
}

/** Throws ConflictError when another request has changed the state of this session meanwhile. */
async function changeState(db: Database, { session }: Visitor, after: AuthState): Promise<void> {
  const isChanged = session && (await replaceState(db, session.id, session.state, JSON.stringify(after)));
  if (!isChanged) throw new ConflictError('auth.nothing_pending');
}

async function requireSame(db: Database, { id, password_hash }: AccountRow, email: string): Promise<void> {
  const isSamePassword = (await findAccount(db, id))?.password_hash === password_hash;
  const isVerified = (await listAddresses(db, id)).some((row) => row.email === email && row.verified);
  if (!isSamePassword || !isVerified) throw new ValidationError({ code: 'auth.code_ended.incorrect_code' });
}
