import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { countAttempt, undoAttempt } from '../../../rate-limits/rate-limits.ts';
import type { PendingCode } from '../auth-state.ts';
import { MOST_ACCOUNTS_OF_EMAIL } from '../queries.ts';

/** Wrong codes for an account, from all browsers together. The password has counters of its own and stays open. */
const FAILURES_OF_ACCOUNT = { amount: 20, seconds: 24 * 3600 };

type CodeFailure = { userId: number | undefined; key: string; lockedForSeconds: number | undefined };

/** Counts a failure per account before the code is compared; an unknown address costs the same work, to reveal nothing. */
export async function countCodeFailures(
  context: Context,
  { email, codes = [] }: PendingCode,
): Promise<CodeFailure[]> {
  const failures: CodeFailure[] = [];
  for (let index = 0; index < MOST_ACCOUNTS_OF_EMAIL; index += 1) {
    const userId = codes[index]?.user_id;
    const key = `code_failed:${userId ?? `${index}:${hashOf(email)}`}`;
    const { allowed, retryAfterSeconds } = await countAttempt(context, key, FAILURES_OF_ACCOUNT);
    failures.push({ userId, key, lockedForSeconds: allowed ? undefined : retryAfterSeconds });
  }
  return failures;
}

export async function undoCodeFailures(context: Context, failures: readonly CodeFailure[]): Promise<void> {
  for (const { key } of failures) await undoAttempt(context, key);
}

function hashOf(email: string): string {
  return createHash('sha256').update(email).digest('hex');
}
