import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  AuthenticatedAnswer,
  DisconnectProvider,
  ProviderAccountsAnswer,
  ProviderSignup,
  ProviderSignupAnswer,
  UnauthenticatedAnswer,
} from '@vitrin/shared/contract/account/auth.ts';
import { UnauthenticatedError } from '../../../errors.ts';
import { requireCsrfToken } from '../../../http/guards/csrf.ts';
import { requireUser, userOf } from '../../../http/guards/guards.ts';
import { isAllowedOrigin } from '../../../http/guards/hosts.ts';
import { networkOf } from '../../../tenants/tenant.ts';
import { countAttempt } from '../../../rate-limits/rate-limits.ts';
import { setSessionCookie } from '../../../http/guards/session-cookie.ts';
import { requireRecentProof } from '../reauthentication/reauthentication-replies.ts';
import { isRecent } from '../reauthentication/recent.ts';
import { recordRefusal } from '../refusals.ts';
import { keepSession, limitByAddress, replySignIn, visitorOf } from '../replies.ts';
import type { SocialProcess } from '../auth-state.ts';
import { completeSignup, disconnect, getPendingSignup, getSocialAccounts } from './social-accounts.ts';
import { connectIdentity, logInWithIdentity } from './social-login.ts';
import {
  beginRedirect,
  CALLBACK_PATH,
  identify,
  type SocialError,
  takeRedirect,
} from './social-redirects.ts';

const SIGNUP_LIMIT = { amount: 20, seconds: 60 };
const REDIRECT_LIMIT = { amount: 30, seconds: 60 };

/** Longer addresses lead to no page of this site. */
const MAX_ADDRESS_LENGTH = 2000;

/** Where errors go that belong to no sign-in at the provider. */
const ERROR_PATH = '/account/provider/callback';

/** Social login, as far as the frontend calls it (specification 4.10). */
export const providerRoutes: FastifyPluginAsyncZod = async (app) => {
  const { publicUrl } = app.context.config;
  const formType = 'application/x-www-form-urlencoded';
  app.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: 16_384 }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

  // Errors are redirects here, because a form post leaves the page.
  app.post('/auth/provider/redirect', { config: { csrf: 'form' } }, async (request, reply) => {
    const form = request.body as Record<string, unknown>;
    const token = form['csrfmiddlewaretoken'] ?? request.headers['x-csrftoken'];
    requireCsrfToken(request, reply, app.context.config, token);
    const process = processOf(form['process']);
    const callbackUrl = ownUrl(request, form['callback_url']);
    const limitKey = `provider_redirect:${networkOf(request.ip)}`;
    const { allowed } = await countAttempt(app.context, limitKey, REDIRECT_LIMIT);
    if (!allowed || form['provider'] !== app.context.identity?.id || !process || !callbackUrl)
      return redirectWithError(reply, publicUrl + ERROR_PATH, 'unknown', 'login');
    if (process === 'connect' && request.session?.user && !isRecent(app.context, request.session))
      return redirectWithError(reply, callbackUrl, 'reauthentication_required', process);
    const begun = await beginRedirect(app.context, visitorOf(request), process, callbackUrl);
    if (!begun) return redirectWithError(reply, callbackUrl, 'unknown', process);
    if (begun.sessionId) setSessionCookie(reply, begun.sessionId, app.context.config);
    return reply.redirect(begun.url, 302);
  });

  app.get(
    '/auth/provider/signup',
    { schema: { response: { 200: ProviderSignupAnswer } } },
    async (request) => ({
      status: 200 as const,
      data: await getPendingSignup(app.context, visitorOf(request)),
    }),
  );

  app.post(
    '/auth/provider/signup',
    {
      onRequest: limitByAddress('signup', SIGNUP_LIMIT),
      schema: { body: ProviderSignup, response: { 200: AuthenticatedAnswer, 401: UnauthenticatedAnswer } },
    },
    async (request, reply) =>
      replySignIn(request, reply, await completeSignup(app.context, visitorOf(request), request.body)),
  );

  app.get(
    '/account/providers',
    { onRequest: requireUser, schema: { response: { 200: ProviderAccountsAnswer } } },
    async (request) => ({
      status: 200 as const,
      data: await getSocialAccounts(app.context, userOf(request)),
    }),
  );

  app.delete(
    '/account/providers',
    {
      onRequest: requireUser,
      preHandler: requireRecentProof,
      schema: { body: DisconnectProvider, response: { 200: ProviderAccountsAnswer } },
    },
    async (request) => {
      const { provider, account } = request.body;
      const [visitor, user] = [visitorOf(request), userOf(request)];
      const refusal = { kind: 'identity_disconnect_refused' } as const;
      const data = await recordRefusal(app.context, visitor, user.id, refusal, () =>
        disconnect(app.context, visitor, user, provider, account),
      );
      return { status: 200 as const, data };
    },
  );
};

/** The address the provider sends the browser back to; answers with a redirect in every case. */
export const providerCallbackRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  const { publicUrl } = context.config;

  app.get(CALLBACK_PATH.slice('/api'.length), { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const cameBackTo = new URL(request.url, publicUrl);
    const visitor = visitorOf(request);
    const redirect = await takeRedirect(context, visitor, cameBackTo.searchParams.get('state') ?? '');
    if (!redirect) return redirectWithError(reply, publicUrl + ERROR_PATH, 'unknown', 'login');
    const { process, callbackUrl } = redirect;
    const found = await identify(context, cameBackTo, redirect);
    if (typeof found === 'string') return redirectWithError(reply, callbackUrl, found, process);
    try {
      if (process === 'login') keepSession(request, reply, await logInWithIdentity(context, visitor, found));
      else if (!(await connectIdentity(context, visitor, found)))
        return redirectWithError(reply, callbackUrl, 'connected_other', process);
    } catch (error) {
      if (!(error instanceof UnauthenticatedError)) throw error;
      return redirectWithError(reply, callbackUrl, 'unknown', process);
    }
    return reply.redirect(callbackUrl, 302);
  });
};

function redirectWithError(reply: FastifyReply, target: string, error: SocialError, process: SocialProcess) {
  const url = new URL(target);
  url.searchParams.set('error', error);
  url.searchParams.set('error_process', process);
  return reply.redirect(url.href, 302);
}

function processOf(given: unknown): SocialProcess | undefined {
  if (given === undefined || given === 'login') return 'login';
  return given === 'connect' ? 'connect' : undefined;
}

/** Returns an address of this site, made absolute; undefined for anything else. */
function ownUrl(request: FastifyRequest, given: unknown): string | undefined {
  const { config } = request.server.context;
  if (typeof given !== 'string' || given === '' || given.length > MAX_ADDRESS_LENGTH) return undefined;
  if (!URL.canParse(given, config.publicUrl)) return undefined;
  const url = new URL(given, config.publicUrl);
  return isAllowedOrigin(config, url.origin) ? url.href : undefined;
}
