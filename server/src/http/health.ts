import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { answerOtherMethods } from './method-not-allowed.ts';

/** `/healthz`: the process answers. `/readyz`: it can serve, that is, the database answers too. */
export function answerProbes(app: FastifyInstance, { db }: Context): void {
  const otherMethods = answerOtherMethods(app);
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      await sql`select 1`.execute(db);
      return { status: 'ready' };
    } catch (error) {
      request.log.error({ err: error }, 'The database does not answer');
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
  otherMethods.register();
}
