import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { ForbiddenError } from '../errors.ts';
import { isAllowedOrigin } from './hosts.ts';

const COOKIE = 'csrftoken';
const ONE_YEAR_SECONDS = 365 * 24 * 3600;
const TOKEN = /^[\w-]{32,64}$/;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Refuses unsafe calls that do not echo the csrftoken cookie, or come from another site (specification 9.10). */
export function protectFromForgery(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!SAFE_METHODS.has(request.method)) refuseForgery(request, config);
    done();
  });
}

function refuseForgery(request: FastifyRequest, config: Config): void {
  const { csrf } = request.routeOptions.config;
  if (csrf === 'signature') return;
  refuseForeignSite(request, config);
  if (csrf !== 'form') requireCsrfToken(request, request.headers['x-csrftoken']);
}

/** Throws ForbiddenError unless `given` is the value of the csrftoken cookie. */
export function requireCsrfToken(request: FastifyRequest, given: unknown): void {
  const expected = request.cookies[COOKIE] ?? '';
  if (typeof given !== 'string' || !TOKEN.test(expected) || !isEqual(given, expected)) {
    throw new ForbiddenError('errors.csrf');
  }
}

/** Sets the csrftoken cookie: the browser's own, or a new one (`rotate`, at login). */
export function issueCsrfToken(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  rotate = false,
): void {
  const known = request.cookies[COOKIE];
  const token = !rotate && known && TOKEN.test(known) ? known : randomBytes(32).toString('base64url');
  reply.setCookie(COOKIE, token, {
    path: '/',
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: ONE_YEAR_SECONDS,
  });
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

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
