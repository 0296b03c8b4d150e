import type { FastifyInstance } from 'fastify';
import type { ReadOnlyWatch } from '../../database/read-only/watch.ts';
import { ReadOnlyError } from '../../errors.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** In every answer while nothing is written: why. */
const READ_ONLY_HEADER = 'vitrin-read-only';

/** Lets only GET and HEAD pass (specification 12.8), before session and body; the database refuses writes admitted a moment before. */
export function refuseWritesWhileReadOnly(app: FastifyInstance, watch: ReadOnlyWatch): void {
  app.addHook('onRequest', (request, reply, done) => {
    const reason = watch.reason();
    if (reason === undefined) return done();
    reply.header(READ_ONLY_HEADER, reason);
    if (!READING.has(request.method)) throw new ReadOnlyError(reason);
    done();
  });
}
