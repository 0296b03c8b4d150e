import { TIME_ZONE_COOKIE } from '@vitrin/shared/rules/rendered-pages.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { LoadedSession } from '../current-user.ts';
import { inView } from './views/client-view.ts';

export const SESSION_COOKIE = 'sessionid';
const TWO_WEEKS_SECONDS = 14 * 24 * 3600;

/** Finds the live session that the value of a cookie names; `timeZone` is what the browser calls its own. */
export type LoadSession = (
  context: Context,
  sessionId: string,
  timeZone: string | undefined,
) => Promise<LoadedSession | null>;

/**
 * Loads the session of every request with a cookie, as the request asks, and prolongs the cookie with its session. Throws
 * ClientViewError for what is no part of a view as client.
 */
export function loadSessions(app: FastifyInstance, context: Context, loadSession: LoadSession): void {
  app.addHook('onRequest', async (request, reply) => {
    const sessionId = request.cookies[SESSION_COOKIE];
    if (!sessionId) return;
    const session = await loadSession(context, sessionId, request.cookies[TIME_ZONE_COOKIE]);
    if (session?.isRenewed) setSessionCookie(reply, sessionId, context.config);
    request.session = inView(request, session);
  });
}

export function setSessionCookie(reply: FastifyReply, sessionId: string, { publicUrl }: Config): void {
  reply.setCookie(SESSION_COOKIE, sessionId, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: TWO_WEEKS_SECONDS,
  });
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, { path: '/' });
}
