import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { LoadedSession } from '../current-user.ts';

export const SESSION_COOKIE = 'sessionid';
const TWO_WEEKS_SECONDS = 14 * 24 * 3600;

/** Finds the live session that the value of a cookie names. */
export type LoadSession = (context: Context, sessionId: string) => Promise<LoadedSession | null>;

/** Loads the session of every request with a cookie, and prolongs the cookie with its session. */
export function loadSessions(app: FastifyInstance, context: Context, loadSession: LoadSession): void {
  app.addHook('onRequest', async (request, reply) => {
    const sessionId = request.cookies[SESSION_COOKIE];
    if (!sessionId) return;
    const session = await loadSession(context, sessionId);
    if (session?.isRenewed) setSessionCookie(reply, sessionId, context.config);
    request.session = session;
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
