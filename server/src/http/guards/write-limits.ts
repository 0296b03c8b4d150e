import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { isPostgres } from '../../database/connect.ts';
import { RateLimitedError } from '../../errors.ts';
import {
  addToSharedDebt,
  LONGEST_DEBT_MILLISECONDS,
  WRITE_MILLISECONDS,
} from '../../rate-limits/write-debts.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** At this many users, those without debt are forgotten; again at twice the number that is left. */
const SWEEP_SIZE = 1000;

export type WriteLimits = {
  /** Counts a write of a user; returns the seconds to wait when it is one too many, else 0. */
  count: (userId: number, milliseconds: number) => number;
  size: () => number;
};

/** Adds `each` ms per write to a debt that time pays off, of at most `longest`, a burst; refused writes add nothing. */
export function createWriteLimits({
  each = WRITE_MILLISECONDS,
  longest = LONGEST_DEBT_MILLISECONDS,
} = {}): WriteLimits {
  /** When the debt of each user is paid off, in milliseconds. */
  const paidOffAt = new Map<number, number>();
  let sweepAt = SWEEP_SIZE;
  let latest = 0;
  let setBack = 0;
  const sweep = (now: number) => {
    for (const [userId, time] of paidOffAt) if (time <= now) paidOffAt.delete(userId);
    sweepAt = Math.max(SWEEP_SIZE, paidOffAt.size * 2);
  };
  return {
    size: () => paidOffAt.size,
    count(userId, milliseconds) {
      // A clock that is set back gives no debt and takes none away.
      setBack += Math.max(0, latest - milliseconds);
      latest = milliseconds;
      const now = milliseconds + setBack;
      const debt = Math.max(0, (paidOffAt.get(userId) ?? 0) - now);
      const excess = debt + each - longest;
      paidOffAt.set(userId, now + debt + (excess > 0 ? 0 : each));
      if (excess > 0) return Math.ceil(excess / 1000);
      if (paidOffAt.size > sweepAt) sweep(now);
      return 0;
    },
  };
}

/** Answers writes faster than a person's with 429 (specification 9.6); on PostgreSQL the database then counts for all instances. */
export function limitWrites(app: FastifyInstance, { config, db, now }: Context, limits: WriteLimits): void {
  if (!config.rateLimits) return;
  app.addHook('onRequest', (request, _reply, done) => {
    const userId = writerOf(request);
    const seconds = userId === undefined ? 0 : limits.count(userId, now().getTime());
    if (seconds > 0) throw new RateLimitedError(seconds);
    done();
  });
  if (!isPostgres(db)) return;
  app.addHook('onRequest', async (request) => {
    const userId = writerOf(request);
    const excess = userId === undefined ? 0 : await addToSharedDebt(db, userId, now());
    if (excess > 0) throw new RateLimitedError(Math.ceil(excess / 1000));
  });
}

/** Returns the id of the user who writes by a request; undefined where the request is not counted. */
function writerOf({ method, routeOptions, session }: FastifyRequest): number | undefined {
  // Tokens have limits of their own.
  if (session?.token || READING.has(method) || routeOptions.config.isPartOfUpload) return undefined;
  return session?.user?.id;
}
