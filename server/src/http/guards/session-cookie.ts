import type { CookieSerializeOptions } from '@fastify/cookie';
import { cookieValues, LOGOUT_COOKIE } from '@vitrin/shared/rules/texts/cookie-values.ts';
import { TIME_ZONE_COOKIE } from '@vitrin/shared/rules/rendered-pages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Context } from '../../context.ts';
import type { LoadedSession } from '../../current/current-user.ts';
import { inView } from './client-view.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Value of the cookie of a live session with a user, null without one, undefined before it is looked up. */
    sessionId: string | null | undefined;
  }
}

const NAME = 'sessionid';
const SESSION_ID = /^[\w-]{43}$/;
const TWO_WEEKS_SECONDS = 14 * 24 * 3600;

export type Sessions = {
  /** Finds the live session that the value of a cookie names; `timeZone` is what the browser calls its own. */
  load: (context: Context, sessionId: string, timeZone: string | undefined) => Promise<LoadedSession | null>;
  end: (context: Context, session: LoadedSession) => Promise<boolean>;
};

/** Adds `__Host-` on https, so that browsers let only this very origin set the cookie (specification 4.3). */
export function ownName(name: string, config: Pick<Config, 'publicUrl'>): string {
  return isSecure(config) ? `__Host-${name}` : name;
}

export function cookieOptions(config: Pick<Config, 'publicUrl'>): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', secure: isSecure(config) };
}

function isSecure({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl.startsWith('https:');
}

export function sessionCookieName(config: Pick<Config, 'publicUrl'>): string {
  return ownName(NAME, config);
}

/** Returns the session ids in the cookies of a request, which may be live, ended or made up. */
export function namedSessions(request: FastifyRequest, config: Config): string[] {
  return cookieValues(request.headers.cookie ?? '', sessionCookieName(config), SESSION_ID);
}

/** Loads and prolongs each request's session, or ends it after an unanswered logout. Throws ClientViewError. */
export function loadSessions(app: FastifyInstance, context: Context, sessions: Sessions): void {
  const { config } = context;

  const liveOne = async (sessionIds: string[], timeZone: string | undefined) => {
    let pending: { sessionId: string; session: LoadedSession } | undefined;
    for (const sessionId of sessionIds) {
      const session = await sessions.load(context, sessionId, timeZone);
      if (session?.user) return { sessionId, session };
      if (session) pending ??= { sessionId, session };
    }
    return pending;
  };

  app.addHook('onRequest', async (request, reply) => {
    request.sessionId = null;
    const old = oldSessions(request, config);
    const found = await liveOne(old ?? namedSessions(request, config), request.cookies[TIME_ZONE_COOKIE]);
    if (!found) return;
    const { sessionId, session } = found;
    if (hasLoggedOut(request, config)) {
      if (!(await sessions.end(context, session))) return;
      clearSessionCookie(reply, config);
      if (old) reply.clearCookie(NAME, cookieOptions(config));
      return clearLogout(request, reply, config);
    }
    if (old || session.isRenewed) setSessionCookie(reply, sessionId, config);
    if (old) reply.clearCookie(NAME, cookieOptions(config));
    if (session.user) request.sessionId = sessionId;
    request.session = inView(request, session);
  });
}

function hasLoggedOut(request: FastifyRequest, config: Config): boolean {
  return Boolean(request.cookies[ownName(LOGOUT_COOKIE, config)]);
}

/** Deletes the mark of a logout, which has been done, or which a login makes obsolete. */
export function clearLogout(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  if (hasLoggedOut(request, config)) reply.clearCookie(ownName(LOGOUT_COOKIE, config), cookieOptions(config));
}

/** On https, where the new name is missing: what the name of before says. Undefined everywhere else. */
function oldSessions(request: FastifyRequest, config: Config): string[] | undefined {
  const name = sessionCookieName(config);
  if (name === NAME || request.cookies[name] !== undefined) return undefined;
  return cookieValues(request.headers.cookie ?? '', NAME, SESSION_ID);
}

export function setSessionCookie(reply: FastifyReply, sessionId: string, config: Config): void {
  reply.setCookie(sessionCookieName(config), sessionId, {
    ...cookieOptions(config),
    httpOnly: true,
    maxAge: TWO_WEEKS_SECONDS,
  });
}

/** Deletes the cookie of a session that has just ended: any other one may be a neighbour's. */
export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(sessionCookieName(config), cookieOptions(config));
}
