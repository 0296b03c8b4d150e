import type { FastifyInstance } from 'fastify';

/** Values of `token` and `key` never reach the log (DESIGN 2). */
export function withoutSecrets(url: string): string {
  return url.replaceAll(/([?&](?:token|key|code|state)=)[^&#]*/g, '$1[cut]');
}

/** One line a request, with the user's id once it is known. */
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
