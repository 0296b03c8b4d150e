import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  ActivateTotp,
  AuthenticatorsAnswer,
  FactorCode,
  MakeRecoveryCodes,
  RecoveryCodesAnswer,
  TotpAnswer,
  TotpSetupAnswer,
  TrustBrowser,
} from '@vitrin/shared/contract/account/factors.ts';
import {
  AuthenticatedAnswer,
  StatusAnswer,
  UnauthenticatedAnswer,
} from '@vitrin/shared/contract/account/auth.ts';
import { NotFoundError } from '../../../errors.ts';
import { requireUser, userOf } from '../../../http/guards/guards.ts';
import type { PendingFactor } from '../auth-state.ts';
import { requireRecentProof } from '../reauthentication/reauthentication-replies.ts';
import { limitByAddress, limitByUser, LOGIN_LIMIT, replySignIn, visitorOf } from '../replies.ts';
import {
  activateTotp,
  beginTotp,
  getRecoveryCodes,
  getTotp,
  listAuthenticators,
  removeTotp,
  renewRecoveryCodes,
} from './authenticators.ts';
import { confirmByFactor, finishLogin, giveFactor, pendingOf } from './factor-login.ts';

export const MANAGE_LIMIT = { amount: 10, seconds: 60 };
export const REAUTHENTICATE_LIMIT = { amount: 10, seconds: 60 };

const SignInAnswers = { 200: AuthenticatedAnswer, 401: UnauthenticatedAnswer };

/** Makes a hook that answers 401 unless the browser's login waits in this step. */
export function requirePending(id: PendingFactor['id']) {
  return async (request: FastifyRequest): Promise<void> => {
    pendingOf(request, id);
  };
}

/** Returns the value of the session cookie; null for HEAD, which shows nothing. */
function cookieOf({ method, sessionId }: FastifyRequest): string | null {
  return method === 'HEAD' ? null : (sessionId ?? null);
}

/** Second factors of an account, and the step of a login that asks for one (specification 4.15). */
export const factorRoutes: FastifyPluginAsyncZod = async (app) => {
  const limitLogins = limitByAddress('login', LOGIN_LIMIT);
  const limitUser = limitByUser('manage_factors', MANAGE_LIMIT);

  app.post(
    '/auth/2fa/authenticate',
    {
      onRequest: [requirePending('mfa_authenticate'), limitLogins],
      schema: { body: FactorCode, response: SignInAnswers },
    },
    async (request, reply) =>
      replySignIn(request, reply, await giveFactor(app.context, visitorOf(request), request.body.code)),
  );

  app.post(
    '/auth/2fa/trust',
    {
      onRequest: [requirePending('mfa_trust'), limitLogins],
      schema: { body: TrustBrowser, response: SignInAnswers },
    },
    async (request, reply) =>
      replySignIn(request, reply, await finishLogin(app.context, visitorOf(request), request.body.trust)),
  );

  app.post(
    '/auth/2fa/reauthenticate',
    {
      onRequest: [requireUser, limitByUser('reauthenticate', REAUTHENTICATE_LIMIT)],
      schema: { body: FactorCode, response: SignInAnswers },
    },
    async (request, reply) => {
      const [visitor, user] = [visitorOf(request), userOf(request)];
      return replySignIn(
        request,
        reply,
        await confirmByFactor(app.context, visitor, user, request.body.code),
      );
    },
  );

  app.get(
    '/account/authenticators',
    { onRequest: requireUser, schema: { response: { 200: AuthenticatorsAnswer } } },
    async (request) => ({
      status: 200 as const,
      data: await listAuthenticators(app.context, userOf(request)),
    }),
  );

  app.get(
    '/account/authenticators/totp',
    { onRequest: requireUser, schema: { response: { 200: TotpAnswer, 404: TotpSetupAnswer } } },
    async (request, reply) => {
      const user = userOf(request);
      try {
        return { status: 200 as const, data: await getTotp(app.context, user) };
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
        const meta = await beginTotp(app.context, visitorOf(request), user);
        return reply.code(404).send({ status: 404, meta });
      }
    },
  );

  app.post(
    '/account/authenticators/totp',
    {
      onRequest: [requireUser, limitUser],
      preHandler: requireRecentProof,
      schema: { body: ActivateTotp, response: { 200: TotpAnswer } },
    },
    async (request) => {
      const [visitor, user] = [visitorOf(request), userOf(request)];
      const { code, keep_codes } = request.body;
      const cookie = keep_codes ? cookieOf(request) : null;
      const { totp, codes } = await activateTotp(app.context, visitor, user, code, cookie);
      const meta = { recovery_codes_generated: true, recovery_codes: codes };
      return { status: 200 as const, data: totp, meta };
    },
  );

  app.delete(
    '/account/authenticators/totp',
    {
      onRequest: [requireUser, limitUser],
      preHandler: requireRecentProof,
      schema: { response: { 200: StatusAnswer } },
    },
    async (request) => {
      await removeTotp(app.context, visitorOf(request), userOf(request));
      return { status: 200 };
    },
  );

  app.get(
    '/account/authenticators/recovery-codes',
    { onRequest: requireUser, schema: { response: { 200: RecoveryCodesAnswer } } },
    async (request) => ({
      status: 200 as const,
      data: await getRecoveryCodes(app.context, visitorOf(request), userOf(request), cookieOf(request)),
    }),
  );

  app.post(
    '/account/authenticators/recovery-codes',
    {
      onRequest: [requireUser, limitUser],
      preHandler: requireRecentProof,
      schema: { body: MakeRecoveryCodes, response: { 200: RecoveryCodesAnswer } },
    },
    async (request) => {
      const cookie = request.body.keep_codes ? cookieOf(request) : null;
      const data = await renewRecoveryCodes(app.context, visitorOf(request), userOf(request), cookie);
      return { status: 200 as const, data };
    },
  );
};
