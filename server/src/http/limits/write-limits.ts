import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { RateLimitedError } from '../../errors.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** 600 a minute, and 100 at once after a rest. */
const WRITE_MILLISECONDS = 100;
const BURST = 100;
const LONGEST_DEBT_MILLISECONDS = BURST * WRITE_MILLISECONDS;

/** From so many users on, those without a debt are forgotten, and again when twice as many are left. */
const SWEEP_SIZE = 1000;

export type WriteLimits = {
  /** Counts a write of a user; how many seconds to wait when it is one too many, else 0. */
  count: (userId: number, milliseconds: number) => number;
  /** How many users are remembered. */
  size: () => number;
};

/**
 * Counts the writes of each user in memory: every one adds a tenth of a second to the user's debt of time, which time
 * itself pays off, and the debt never grows beyond that of a burst. A refused write adds nothing.
 */
export function createWriteLimits(): WriteLimits {
  /** When the debt of each user is paid off. */
  const paidOffAt = new Map<number, number>();
  let sweepAt = SWEEP_SIZE;
  const sweep = (now: number) => {
    for (const [userId, time] of paidOffAt) if (time <= now) paidOffAt.delete(userId);
    sweepAt = Math.max(SWEEP_SIZE, paidOffAt.size * 2);
  };
  return {
    size: () => paidOffAt.size,
    count(userId, now) {
      // A clock that was set back leaves nobody with more than the debt of a burst.
      const debt = Math.min(Math.max(0, (paidOffAt.get(userId) ?? 0) - now), LONGEST_DEBT_MILLISECONDS);
      const excess = debt + WRITE_MILLISECONDS - LONGEST_DEBT_MILLISECONDS;
      paidOffAt.set(userId, now + debt + (excess > 0 ? 0 : WRITE_MILLISECONDS));
      if (excess > 0) return Math.ceil(excess / 1000);
      if (paidOffAt.size > sweepAt) sweep(now);
      return 0;
    },
  };
}

/** Hook, after the session is known: 429 with Retry-After for whoever writes faster than any person does. */
export function limitWrites(app: FastifyInstance, { config, now }: Context, limits: WriteLimits): void {
  if (!config.rateLimits) return;
  app.addHook('onRequest', (request, _reply, done) => {
    const userId = request.session?.user?.id;
    const isLimited = !READING.has(request.method) && !request.routeOptions.config.isPartOfUpload;
    const seconds = isLimited && userId !== undefined ? limits.count(userId, now().getTime()) : 0;
    if (seconds > 0) throw new RateLimitedError(seconds);
    done();
  });
}
