import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Traces } from './traces.ts';
import { runAs, type Work } from '../current-work.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the log lines, spans and jobs of this request lead back to. */
    work: Work | null;
  }
}

/**
 * Answers each request as a piece of work of its own. With traces it is a span, named by its route; it goes on with the
 * trace of the caller only where that is `trusted`, since anybody can send a header.
 */
export function followRequests(
  app: FastifyInstance,
  traces: Traces | undefined,
  { trusted }: { trusted: boolean },
): void {
  app.decorateRequest('work', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const above = trusted && typeof traceparent === 'string' ? traceparent : null;
    const trace = traces?.begin(nameOf(request), 'request', above);
    request.work = { requestId: request.id, trace, hasEnded: false, hasEnqueued: false };
    runAs(request.work, done);
  });
  // Events of the connection, by which a body was read, are nobody's work.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.work) runAs(request.work, done);
    else done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.isStream) end(request, reply);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply);
    done();
  });

  function end({ work, method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): void {
    if (!work || work.hasEnded) return;
    work.hasEnded = true;
    if (!work.trace) return;
    const attributes = {
      'http.request.method': method,
      'http.route': routeOptions.url ?? 'none',
      'http.response.status_code': statusCode,
      'vitrin.request_id': work.requestId ?? '',
    };
    traces?.end(work.trace, attributes, statusCode >= 500 ? String(statusCode) : undefined);
  }
}

function nameOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url ?? 'none'}`;
}
