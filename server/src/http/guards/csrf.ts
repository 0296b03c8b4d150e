import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { CSRF_TOKEN, cookieValues } from '@vitrin/shared/rules/texts/cookie-values.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { ForbiddenError } from '../../errors.ts';
import { isAllowedOrigin } from './hosts.ts';
import { cookieOptions, namedSessions, ownName } from './session-cookie.ts';

const COOKIE = 'csrftoken';
const VISITOR_COOKIE = 'visitor';
const VISITOR_ID = /^[\w-]{22}$/;
const ONE_YEAR_SECONDS = 365 * 24 * 3600;
const NONCE_BYTES = 12;
const NONCE_LENGTH = 16;
const MOST_TOKENS = 4;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** The cookie value a token is bound to, which a page of another site does not know. */
type Holder = { kind: 'session' | 'visitor'; id: string };

/** Refuses unsafe calls that come from another site (specification 9.9). Add it before the sessions are loaded. */
export function refuseForeignSites(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { csrf } = request.routeOptions.config;
    const isUnsafe = !SAFE_METHODS.has(request.method) && request.bearer === null;
    if (isUnsafe && csrf !== 'signature') refuseForeignSite(request, config);
    done();
  });
}

/** Refuses unsafe calls without a CSRF token (specification 4.3). Add it after the sessions are loaded. */
export function protectFromForgery(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { csrf } = request.routeOptions.config;
    const isUnsafe = !SAFE_METHODS.has(request.method) && request.bearer === null;
    if (isUnsafe && csrf === undefined)
      requireCsrfToken(request, reply, config, request.headers['x-csrftoken']);
    done();
  });
}

/** Throws ForbiddenError unless one of `given` (with commas) fits session or visitor; sets a new token for a retry. */
export function requireCsrfToken(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  given: unknown,
): void {
  if (typeof given === 'string') {
    const tokens = given.split(',', MOST_TOKENS).map((token) => token.trim());
    const holders = holdersOf(request, config);
    if (tokens.some((token) => holders.some((holder) => isGenuine(token, holder, config)))) return;
  }
  issueCsrfToken(request, reply, config);
  throw new ForbiddenError('errors.csrf');
}

/** Sets the csrftoken cookie: the browser's own where it is genuine, else a new one. */
export function issueCsrfToken(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  // Answered before its session was looked up: a token of a visitor would take the place of the session's.
  if (request.sessionId === undefined) return;
  const holder = sessionOf(request) ?? visitorOf(request, reply, config);
  const existing = cookieValues(request.headers.cookie ?? '', COOKIE, CSRF_TOKEN).find((token) =>
    isGenuine(token, holder, config),
  );
  reply.setCookie(COOKIE, existing ?? newCsrfToken(holder, config), {
    ...cookieOptions(config),
    maxAge: ONE_YEAR_SECONDS,
  });
}

/** A new token: random, and an HMAC over it and its holder. */
export function newCsrfToken(holder: Holder, config: Pick<Config, 'secretKey'>): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  return nonce + authenticate(nonce, holder, config);
}

/** Returns owners of tokens; a session that ended meanwhile still proves its browser, so that its calls get 401. */
function holdersOf(request: FastifyRequest, config: Config): Holder[] {
  const session = sessionOf(request);
  if (session) return [session];
  const ended = namedSessions(request, config).map((id): Holder => ({ kind: 'session', id }));
  return [...ended, ...visitorIds(request, config).map((id): Holder => ({ kind: 'visitor', id }))];
}

function sessionOf({ sessionId }: FastifyRequest): Holder | undefined {
  return sessionId ? { kind: 'session', id: sessionId } : undefined;
}

function visitorOf(request: FastifyRequest, reply: FastifyReply, config: Config): Holder {
  const [existing] = visitorIds(request, config);
  if (existing !== undefined) return { kind: 'visitor', id: existing };
  const id = newVisitors.get(request) ?? randomBytes(16).toString('base64url');
  newVisitors.set(request, id);
  reply.setCookie(visitorCookieName(config), id, {
    ...cookieOptions(config),
    httpOnly: true,
    maxAge: ONE_YEAR_SECONDS,
  });
  return { kind: 'visitor', id };
}

/** Ids that requests have had made for browsers without one. */
const newVisitors = new WeakMap<FastifyRequest, string>();

/** Returns the random ids that a browser is known by before a login, unreadable by scripts; a new one without any. */
export function visitorIdsOf(request: FastifyRequest, reply: FastifyReply, config: Config): string[] {
  const existing = visitorIds(request, config);
  return existing.length > 0 ? existing : [visitorOf(request, reply, config).id];
}

function visitorIds(request: FastifyRequest, config: Config): string[] {
  return cookieValues(request.headers.cookie ?? '', visitorCookieName(config), VISITOR_ID);
}

/** Name of the cookie with a random id of the browser, to which CSRF tokens are bound before a login. */
export function visitorCookieName(config: Pick<Config, 'publicUrl'>): string {
  return ownName(VISITOR_COOKIE, config);
}

function isGenuine(token: string, holder: Holder, config: Pick<Config, 'secretKey'>): boolean {
  if (!CSRF_TOKEN.test(token)) return false;
  const given = Buffer.from(token.slice(NONCE_LENGTH));
  return timingSafeEqual(given, Buffer.from(authenticate(token.slice(0, NONCE_LENGTH), holder, config)));
}

function authenticate(nonce: string, { kind, id }: Holder, { secretKey }: Pick<Config, 'secretKey'>): string {
  return createHmac('sha256', secretKey)
    .update(JSON.stringify(['csrf', kind, id, nonce]))
    .digest('base64url');
}

function refuseForeignSite(request: FastifyRequest, config: Config): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (origin !== undefined && !isAllowedOrigin(config, origin))
    throw new ForbiddenError('errors.foreign_origin');
  if (site === 'cross-site' || (site === 'same-site' && origin === undefined)) {
    throw new ForbiddenError('errors.foreign_origin');
  }
}
