import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { RateLimitedError } from '../../errors.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Each write costs this much time: 600 a minute, and 100 at once after a pause. */
const WRITE_MILLISECONDS = 100;
const BURST = 100;
const LONGEST_DEBT_MILLISECONDS = BURST * WRITE_MILLISECONDS;

/** With this many users, those without debt are forgotten; again when twice as many are left. */
const SWEEP_SIZE = 1000;

export type WriteLimits = {
  /** Counts a write of a user; returns the seconds to wait when it is one too many, else 0. */
  count: (userId: number, milliseconds: number) => number;
  /** Number of users remembered. */
  size: () => number;
};

/**
 * Counts writes in memory: each adds a tenth of a second to its user's debt, which passes with time and never exceeds
 * that of a burst. A refused write adds nothing.
 */
export function createWriteLimits(): WriteLimits {
  /** When the debt of each user is paid off, in milliseconds. */
  const paidOffAt = new Map<number, number>();
  let sweepAt = SWEEP_SIZE;
  const sweep = (now: number) => {
    for (const [userId, time] of paidOffAt) if (time <= now) paidOffAt.delete(userId);
    sweepAt = Math.max(SWEEP_SIZE, paidOffAt.size * 2);
  };
  return {
    size: () => paidOffAt.size,
    count(userId, now) {
      // After the clock was set back nobody has more than the debt of a burst.
      const debt = Math.min(Math.max(0, (paidOffAt.get(userId) ?? 0) - now), LONGEST_DEBT_MILLISECONDS);
      const excess = debt + WRITE_MILLISECONDS - LONGEST_DEBT_MILLISECONDS;
      paidOffAt.set(userId, now + debt + (excess > 0 ? 0 : WRITE_MILLISECONDS));
      if (excess > 0) return Math.ceil(excess / 1000);
      if (paidOffAt.size > sweepAt) sweep(now);
      return 0;
    },
  };
}

/** Hook, after the session is known: 429 with Retry-After for users who write faster than a person does. */
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
