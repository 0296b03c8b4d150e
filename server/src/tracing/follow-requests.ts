import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestEnds } from '@vitrin/engine/requests/request-end.ts';
import type { Traces } from './traces.ts';
import { runAs, type Work } from '../current/current-work.ts';

declare module 'fastify' {
  interface FastifyRequest {
    work: Work | null;
  }
}

/** Makes a span per request; the caller's trace is linked only if `trusted`, and never decides sampling (specification 12.15). */
export function followRequests(
  app: FastifyInstance,
  ends: Pick<RequestEnds, 'watch'>,
  traces: Traces | undefined,
  { trusted, tenantOf }: { trusted: boolean; tenantOf: (request: FastifyRequest) => string },
): void {
  app.decorateRequest('work', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const caller = trusted && typeof traceparent === 'string' ? traceparent : null;
    const trace = traces?.begin(nameOf(request), 'request', { caller });
    const tenant = () => tenantOf(request);
    request.work = {
      requestId: request.id,
      tenant,
      trace,
      hasEnded: false,
      hasEnqueued: false,
      onlyProject: null,
    };
    runAs(request.work, done);
  });
  // The connection's events that deliver a body run outside of the request's context.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.work) runAs(request.work, done);
    else done();
  });
  ends.watch(({ outcome, status, raw, request }) => {
    const work = request?.work;
    if (work) work.hasEnded = true;
    // A request that was never routed gets its span here, so that no answer is without one.
    const trace = work?.trace ?? traces?.begin(request ? nameOf(request) : 'none', 'request');
    if (!trace) return;
    const attributes = {
      'http.request.method': raw?.method ?? 'none',
      'http.route': request?.routeOptions.url ?? 'none',
      ...(status !== undefined && { 'http.response.status_code': status }),
      'vitrin.outcome': outcome,
      ...(request && { 'vitrin.request_id': request.id }),
    };
    const isFault = outcome === 'answered' && status !== undefined && status >= 500;
    traces?.end(trace, attributes, isFault ? String(status) : undefined);
  });
}

function nameOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url ?? 'none'}`;
}
