import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { idsOfTrace } from '../../current-work.ts';
import { withoutSecrets } from './log-secrets.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Set once the answer counts as given while its bytes go on: its end is neither logged nor measured. */
    isStream: boolean;
  }
}

/** Logs one line for each request, with the user's id once it is known, and names the request's id in its answer. */
export function logRequests(app: FastifyInstance): void {
  app.decorateReply('isStream', false);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (!reply.isStream) logLine(request, reply);
    done();
  });
}

/** Logs an answer that goes on for as long as somebody reads it, at its beginning instead of its end. */
export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.isStream = true;
  logLine(request, reply);
}

function logLine(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info(
    {
      reqId: request.id,
      method: request.method,
      url: withoutSecrets(request.url),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      ...(request.session?.user && { user: request.session.user.id }),
      ...idsOfTrace(request.work),
    },
    'request',
  );
}
