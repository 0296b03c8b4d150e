import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ConflictError, RateLimitedError, ValidationError } from '../../../errors.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import type { JobPayloads } from '../../../jobs/kinds.ts';
import { countAttempt } from '../../../rate-limits/rate-limits.ts';
import type { Visitor } from '../auth-state.ts';
import { codeMail, type CodeOfAccount } from '../mails/code-mail.ts';
import { findFreelancerNames, listAccountsByEmail } from '../queries.ts';
import { type SignIn, startPending } from '../sessions/sign-in.ts';
import { hashCode, newCodes } from './code-hash.ts';
import { changePending, requirePendingCode, resendAfterSeconds } from './pending-code.ts';

/** Codes for an address, known or not (specification 3.18). */
const CODES_OF_ADDRESS = [
  { amount: 5, seconds: 3600 },
  { amount: 10, seconds: 24 * 3600 },
];

/** Starts a wait for a code; a job finds accounts, so all addresses cost the same. ConflictError, ValidationError. */
export async function requestCode(context: Context, visitor: Visitor, email: string): Promise<SignIn> {
  if (visitor.session?.user) throw new ConflictError('auth.already_signed_in');
  const seconds = await countCode(context, email);
  if (seconds > 0) {
    const message = { key: 'auth.code.too_many_login_attempts', params: { seconds } } as const;
    throw new ValidationError({ email: message }, seconds);
  }
  return sendCode(context, visitor, email);
}

/**
 * Sends another code to the address that this browser waits for one from; the code before ends. Throws ConflictError when no
 * code is pending, RateLimitedError before the time to wait is over and after too many codes for the address.
 */
export async function resendCode(context: Context, visitor: Visitor): Promise<SignIn> {
  const { pending } = requirePendingCode(visitor);
  const wait = resendAfterSeconds(context, pending);
  const seconds = wait > 0 ? wait : await countCode(context, pending.email);
  if (seconds > 0) throw new RateLimitedError(seconds);
  return sendCode(context, visitor, pending.email);
}

/** Counts a code for an address; the seconds until another one may be asked for, or 0 when this one may be. */
export async function countCode(context: Context, email: string): Promise<number> {
  const name = createHash('sha256').update(email).digest('hex');
  for (const limit of CODES_OF_ADDRESS) {
    const key = `login_code:${limit.seconds}:${name}`;
    const { allowed, retryAfterSeconds } = await countAttempt(context, key, limit);
    // A code that the hour refuses is none of the day's: asking again and again does not use those up.
    if (!allowed) return retryAfterSeconds;
  }
  return 0;
}

async function sendCode(context: Context, visitor: Visitor, email: string): Promise<SignIn> {
  const sent_at = timestampOf(context);
  const pending = { id: 'login_by_code', email, sent_at, tries: 0 } as const;
  return startPending(context, visitor, pending, (tx, session_id) =>
    enqueue(tx, 'mail-login-code', { session_id, email, sent_at, language: visitor.language }),
  );
}

/** Job: mails one code per account that has verified the address, at most five; sends nothing after a newer request. */
export async function mailLoginCode(
  context: Context,
  { session_id, email, sent_at, language }: JobPayloads['mail-login-code'],
): Promise<void> {
  const accounts = (await listAccountsByEmail(context.db, email)).filter(({ verified }) => verified);
  if (accounts.length === 0) return;
  const codes = newCodes(accounts.length);
  const request = { sessionId: session_id, sentAt: sent_at, email };
  const stored: { user_id: number; hash: string }[] = [];
  const named: CodeOfAccount[] = [];
  for (const [index, account] of accounts.entries()) {
    const code = codes[index] ?? '';
    stored.push({ user_id: account.id, hash: hashCode(context.config, request, account, code) });
    const { freelancer, sender } = await findFreelancerNames(context.db, account);
    named.push({ username: account.username, freelancer, sender, code });
  }
  const isWanted = await inTransaction(context, async (tx) => {
    const pending = await changePending(tx, session_id, (before) =>
      before.sent_at === sent_at ? { ...before, codes: stored } : undefined,
    );
    if (pending) await enqueue(tx, 'send-mail', codeMail({ to: email, language }, named));
    return pending !== undefined;
  });
  if (isWanted) context.log.info({ users: accounts.map(({ id }) => id) }, 'Login code issued');
}
