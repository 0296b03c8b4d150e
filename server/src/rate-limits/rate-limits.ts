import type { Context } from '../context.ts';
import { timestampIn, timestampOf } from '../context.ts';
import type { Database } from '../database/connect.ts';
import { repeatWhenLost } from '../database/transaction.ts';
import { RateLimitedError } from '../errors.ts';

/** At most `amount` attempts in a window that starts with the first one. */
export type RateLimit = { amount: number; seconds: number };

type Attempt = { allowed: boolean; retryAfterSeconds: number };

/** Counts an attempt in the database, for all instances and over restarts; those beyond the limit prolong nothing. */
export async function countAttempt(context: Context, key: string, limit: RateLimit): Promise<Attempt> {
  if (!context.config.rateLimits) return { allowed: true, retryAfterSeconds: 0 };
  const { attempts, expires_at } = await upsertAttempt(
    context.db,
    key,
    timestampOf(context),
    timestampIn(context, limit.seconds),
  );
  const milliseconds = Date.parse(expires_at) - context.now().getTime();
  return {
    allowed: attempts <= limit.amount,
    retryAfterSeconds: Math.max(1, Math.ceil(milliseconds / 1000)),
  };
}

/** Counts an attempt under `key`. Throws RateLimitedError beyond the limit. */
export async function limitRate(context: Context, key: string, limit: RateLimit): Promise<void> {
  const { allowed, retryAfterSeconds } = await countAttempt(context, key, limit);
  if (!allowed) throw new RateLimitedError(retryAfterSeconds);
}

export async function deleteExpiredCounters(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  const expired = context.db.deleteFrom('rate_limits').where('expires_at', '<=', timestampOf(context));
  await repeatWhenLost(() => expired.execute());
}

export async function forgetAttempts({ db }: Pick<Context, 'db'>, keys: string[]): Promise<void> {
  await repeatWhenLost(() => db.deleteFrom('rate_limits').where('key', 'in', keys).execute());
}

/** Deletes the counters of addresses and of an account's own actions that name the address. */
export async function forgetAddresses(
  context: Pick<Context, 'db'>,
  userId: number,
  emails: readonly string[],
): Promise<void> {
  const keys = emails.flatMap((email) => [
    `reset_password:${email}`,
    `already_exists:${email}`,
    `confirm_email:${userId}:${email}`,
  ]);
  if (keys.length > 0) await forgetAttempts(context, keys);
}

/** Undoes one attempt: a successful login does not count as a failed one. */
export async function undoAttempt({ db }: Context, key: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((e) => ({ attempts: e('attempts', '-', 1) }))
    .where('key', '=', key)
    .where('attempts', '>', 0)
    .execute();
}

function upsertAttempt(db: Database, key: string, now: string, expires: string) {
  return db
    .insertInto('rate_limits')
    .values({ key, attempts: 1, started_at: now, expires_at: expires })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((e) => {
        const isOver = e('rate_limits.expires_at', '<=', now);
        // No window lasts longer from now on than a new one, though the clock was set back.
        const isTooLong = e('rate_limits.expires_at', '>', expires);
        return {
          attempts: e
            .case()
            .when(isOver)
            .then(1)
            .else(e('rate_limits.attempts', '+', 1))
            .end(),
          started_at: e.case().when(isOver).then(now).else(e.ref('rate_limits.started_at')).end(),
          expires_at: e
            .case()
            .when(e.or([isOver, isTooLong]))
            .then(expires)
            .else(e.ref('rate_limits.expires_at'))
            .end(),
        };
      }),
    )
    .returning(['attempts', 'expires_at'])
    .executeTakeFirstOrThrow();
}
