import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { cacheAs } from './caching.ts';
import { answerOtherMethods } from '../guards/method-not-allowed.ts';

/** How long a result is reused, so that frequent probes cost one check. */
const KEPT_MILLISECONDS = 3000;
const PATIENCE_MILLISECONDS = 2000;

/** Answers `/healthz` when the process answers, `/readyz` when the database and the store answer too. */
export function answerProbes(app: FastifyInstance, context: Context): void {
  const otherMethods = answerOtherMethods(app);
  cacheAs(app, 'no-store');
  const isReady = readiness(context);
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) =>
    (await isReady()) ? { status: 'ready' } : reply.code(503).send({ status: 'unavailable' }),
  );
  otherMethods.register();
}

type Looked = Pick<Context, 'db' | 'storage' | 'log' | 'now'>;

/** Checks the database and the store, at most once in KEPT_MILLISECONDS, and logs which does not answer. */
export function readiness(
  { db, storage, log, now }: Looked,
  patienceMilliseconds = PATIENCE_MILLISECONDS,
): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  let askedAt = 0;
  const look = async (what: string, ask: (signal: AbortSignal) => Promise<unknown>) => {
    const signal = AbortSignal.timeout(patienceMilliseconds);
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(new Error('No answer in time')));
    try {
      await Promise.race([ask(signal), tooLate]);
      return true;
    } catch (error) {
      log.error({ err: error }, `The ${what} does not answer`);
      return false;
    }
  };
  return () => {
    const time = now().getTime();
    const age = time - askedAt;
    // It may be negative, when the clock was set back.
    if (answer && age >= 0 && age < KEPT_MILLISECONDS) return answer;
    askedAt = time;
    answer = Promise.all([
      look('database', () => sql`select 1`.execute(db)),
      look('store', (signal) => storage.check(signal)),
    ]).then((parts) => parts.every(Boolean));
    return answer;
  };
}
