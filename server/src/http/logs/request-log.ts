import type { FastifyInstance } from 'fastify';
import { idsOfTrace } from '../../current/current-work.ts';
import type { RequestEnds } from '@vitrin/engine/requests/request-end.ts';
import { withoutSecrets } from './log-secrets.ts';

/** Logs one line per request with its outcome and user id (specification 9.11); an unrouted request has no id. */
export function logRequests(app: FastifyInstance, ends: Pick<RequestEnds, 'watch'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  ends.watch(({ outcome, status, milliseconds, raw, request }) => {
    if (outcome === 'passed_on') return;
    app.log.info(
      {
        ...(request && { reqId: request.id }),
        ...(raw && { method: raw.method, url: withoutSecrets(request?.url ?? raw.url ?? '') }),
        ...(status !== undefined && { status }),
        outcome,
        milliseconds: Math.round(milliseconds),
        ...(request?.session?.user && { user: request.session.user.id }),
        ...(request && idsOfTrace(request.work)),
      },
      'request',
    );
  });
}
