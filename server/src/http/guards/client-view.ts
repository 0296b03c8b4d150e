import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  asksForView,
  VIEW_AS_CLIENT,
  VIEW_AS_HEADER,
  withoutView,
} from '@vitrin/shared/rules/client-view.ts';
import type { Reader } from '@vitrin/shared/rules/rendered-pages.ts';
import { type CurrentSession, rightsOf } from '../../current/current-user.ts';
import { BadRequestError, ClientViewError } from '../../errors.ts';

/** Refuses writes in a view as client (specification 9.13). Add it after the cookies, before sessions and bodies. */
export function refuseWritesOfViews(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const as = request.headers[VIEW_AS_HEADER];
    if (as === undefined) return done();
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new ClientViewError('errors.view_changes_nothing');
    if (as !== VIEW_AS_CLIENT) throw new BadRequestError('errors.unknown_view');
    done();
  });
}

/** Marks the routes of a scope as part of what a freelancer may see as the client. Call it before the routes. */
export function showInClientView(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isInClientView: true };
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('vary', VIEW_AS_HEADER);
    done();
  });
}

/** Gives a freelancer a client's rights in a view as client; throws ClientViewError on routes not marked for it. */
export function inView(request: FastifyRequest, session: CurrentSession | null): CurrentSession | null {
  if (!session?.user?.isFreelancer || request.headers[VIEW_AS_HEADER] === undefined) return session;
  if (!request.routeOptions.config.isInClientView) throw new ClientViewError('errors.not_in_view');
  return { ...session, user: { ...session.user, ...rightsOf('view') } };
}

export function isViewPage({ url, session }: FastifyRequest): boolean {
  return session?.user?.isFreelancer === true && asksForView(url);
}

/** Returns the role of a page's reader. Guests may be either, and get the page of a client. */
export function readerOf(request: FastifyRequest): Reader {
  if (request.session?.user?.isFreelancer !== true) return 'client';
  return isViewPage(request) ? 'view' : 'freelancer';
}

/** Returns the project's own address for a customer at the address of a view; guests may be freelancers and stay. */
export function addressWithoutView({ url, session }: FastifyRequest): string | undefined {
  if (!session?.user || session.user.isFreelancer || !asksForView(url)) return undefined;
  return withoutView(url);
}
