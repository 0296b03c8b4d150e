import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { ForbiddenError, UnauthenticatedError } from '../../errors.ts';
import type { CurrentUser } from '../../current/current-user.ts';

/** The signed-in user of a request. Throws UnauthenticatedError for a guest. */
export function userOf(request: FastifyRequest): CurrentUser {
  const user = request.session?.user;
  if (!user) throw new UnauthenticatedError();
  return user;
}

export function requireUser(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  userOf(request);
  done();
}

/** Refuses guests (401) and customers (403). If a call names an object, the service checks visibility first (specification 1.2). */
export function requireFreelancer(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  if (!userOf(request).isFreelancer) throw new ForbiddenError();
  done();
}

/** Hook: guests get 401, but a page navigation is redirected to the login and comes back. */
export async function requireUserOrLogin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.session?.user && isPageNavigation(request)) {
    reply.header('cache-control', 'no-store');
    await reply.redirect(`/login?next=${encodeURIComponent(request.url)}`, 302);
    return;
  }
  userOf(request);
}

function isPageNavigation({ method, headers }: FastifyRequest): boolean {
  if (method !== 'GET') return false;
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined) return destination === 'document';
  return headers.accept?.includes('text/html') ?? false;
}
