import type { FastifyReply, FastifyRequest } from 'fastify';
import type {
  AuthenticatedAnswer,
  AuthUser,
  Flow,
  MethodRecord,
  UnauthenticatedAnswer,
} from '@vitrin/shared/contract/account/auth.ts';
import { cookieValues } from '@vitrin/shared/rules/texts/cookie-values.ts';
import type { Context } from '../../context.ts';
import { issueCsrfToken } from '../../http/guards/csrf.ts';
import { userOf } from '../../http/guards/guards.ts';
import { networkOf } from '../../tenants/tenant.ts';
import { limitRate, type RateLimit } from '../../rate-limits/rate-limits.ts';
import {
  clearLogout,
  clearSessionCookie,
  cookieOptions,
  setSessionCookie,
} from '../../http/guards/session-cookie.ts';
import { type PendingStep, readState, type Visitor } from './auth-state.ts';
import { resendAfterSeconds } from './codes/pending-code.ts';
import { relyingPartyOf } from './passkeys/relying-party.ts';
import { toProvider } from './social/providers.ts';
import type { SignIn } from './sessions/sign-in.ts';

/** Limit shared by all calls that take a password to sign in. */
export const LOGIN_LIMIT: RateLimit = { amount: 30, seconds: 60 };

const DEVICE_COOKIE = 'device';
const DEVICE_IDS = /^[\w-]{22}(?:\.[\w-]{22}){0,4}$/;
const DEVICE_SECONDS = 365 * 24 * 3600;

export function visitorOf(request: FastifyRequest): Visitor {
  const { session, language, ip } = request;
  const userAgent = request.headers['user-agent'] ?? '';
  const deviceIds = cookieValues(request.headers.cookie ?? '', DEVICE_COOKIE, DEVICE_IDS).join('.');
  return { session, language, ip, userAgent, deviceIds };
}

/** Makes a hook that limits calls of an action from one network address, whatever they hold. */
export function limitByAddress(action: string, limit: RateLimit) {
  return async (request: FastifyRequest): Promise<void> =>
    limitRate(request.server.context, `${action}:${networkOf(request.ip)}`, limit);
}

/** Makes a hook that limits an action per user; it must run after `requireUser`. */
export function limitByUser(action: string, limit: RateLimit) {
  return async (request: FastifyRequest): Promise<void> =>
    limitRate(request.server.context, `${action}:user:${userOf(request).id}`, limit);
}

/** Sets the cookie of a new session, and the CSRF token that belongs to it. */
export function keepSession(request: FastifyRequest, reply: FastifyReply, signIn: SignIn): void {
  const { config } = request.server.context;
  setSessionCookie(reply, signIn.sessionId, config);
  clearLogout(request, reply, config);
  request.sessionId = signIn.isSignedIn ? signIn.sessionId : null;
  issueCsrfToken(request, reply, config);
  if (!signIn.isSignedIn) return;
  reply.setCookie(DEVICE_COOKIE, signIn.deviceIds, {
    ...cookieOptions(config),
    httpOnly: true,
    maxAge: DEVICE_SECONDS,
  });
}

/** Takes the cookie of the request's session, which has ended, from the browser; its CSRF token becomes a visitor's. */
export function forgetSession(request: FastifyRequest, reply: FastifyReply): void {
  const { config } = request.server.context;
  if (request.session) clearSessionCookie(reply, config);
  request.sessionId = null;
  issueCsrfToken(request, reply, config);
}

/** Answers 200 to a user who is signed in now, else 401 with the pending step. */
export function replySignIn(request: FastifyRequest, reply: FastifyReply, signIn: SignIn): FastifyReply {
  keepSession(request, reply, signIn);
  const answer = signIn.isSignedIn
    ? authenticated(signIn.user, signIn.methods)
    : unauthenticated(request.server.context, signIn.pending);
  return reply.code(answer.status).send(answer);
}

/** Answers 401 with the ways to sign in and the step this session is in. */
export function replyGuest(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const pending = request.session?.user ? undefined : readState(request.session).pending;
  return reply.code(401).send(unauthenticated(request.server.context, pending));
}

export function authenticated(user: AuthUser, methods: MethodRecord[]): AuthenticatedAnswer {
  return { status: 200, data: { user, methods }, meta: { is_authenticated: true } };
}

export function unauthenticated(context: Context, pending?: PendingStep): UnauthenticatedAnswer {
  const { identity } = context;
  const flows: Flow[] = [{ id: 'login' }, codeFlow(context, pending), { id: 'signup' }];
  if (identity) flows.push({ id: 'provider_redirect', providers: [identity.id] });
  if (pending?.id === 'provider_signup' && identity)
    flows.push({ id: pending.id, provider: toProvider(identity), is_pending: true });
  if (relyingPartyOf(context.config)) flows.push({ id: 'mfa_login_webauthn' });
  if (pending?.id === 'verify_email') {
    const { login_methods } = pending;
    flows.push({ id: pending.id, is_pending: true, ...(login_methods && { login_methods }) });
  }
  if (pending?.id === 'mfa_authenticate')
    flows.push({ id: pending.id, types: pending.types, is_pending: true });
  if (pending?.id === 'mfa_trust') flows.push({ id: pending.id, is_pending: true });
  return { status: 401, data: { flows }, meta: { is_authenticated: false } };
}

/** Makes the flow of a mailed code, with the address that this browser named and the seconds until another code. */
function codeFlow(context: Context, pending?: PendingStep): Flow {
  if (pending?.id !== 'login_by_code') return { id: 'login_by_code' };
  const resend_after = resendAfterSeconds(context, pending);
  return { id: pending.id, is_pending: true, email: pending.email, resend_after };
}
