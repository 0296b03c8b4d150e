import type { FastifyInstance } from 'fastify';
import { withoutSecrets } from './log-secrets.ts';

/** Logs one line for each request, with the user's id once it is known. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        url: withoutSecrets(request.url),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        ...(request.session?.user && { user: request.session.user.id }),
      },
      'request',
    );
    done();
  });
}
