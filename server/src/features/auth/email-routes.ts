import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  AuthenticatedAnswer,
  EmailAddressesAnswer,
  EmailBody,
  EmailKeyAnswer,
  StatusAnswer,
  UnauthenticatedAnswer,
  VerifyEmail,
} from '@vitrin/shared/contract/auth.ts';
import { ValidationError } from '../../errors.ts';
import { requireUser, userOf } from '../../http/guards.ts';
import { limitRate, networkOf } from '../../http/rate-limits.ts';
import { readState } from './auth-state.ts';
import { getVerification, verifyEmail } from './email-verification.ts';
import { getAddresses, resendAsGuest, resendAsUser } from './email-addresses.ts';
import { authenticated, unauthenticated, visitorOf } from './replies.ts';
import { forgetPending, getSessionUser } from './service.ts';

const MANAGE_LIMIT = { amount: 10, seconds: 60 };

/** AUTH-API 6 and 9: verifying by link, and the addresses of an account. */
export const emailRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get('/auth/email/verify', { schema: { response: { 200: EmailKeyAnswer } } }, async (request) => {
    const key = request.headers['x-email-verification-key'];
    if (typeof key !== 'string' || key === '') throw new ValidationError({ key: 'auth.required' });
    const data = await getVerification(app.context, key);
    const isAuthenticating = readState(request.session).pending?.id === 'verify_email';
    return { status: 200 as const, data, meta: { is_authenticating: isAuthenticating } };
  });

  app.post(
    '/auth/email/verify',
    { schema: { body: VerifyEmail, response: { 200: AuthenticatedAnswer, 401: UnauthenticatedAnswer } } },
    async (request, reply) => {
      await verifyEmail(app.context, request.body.key);
      const { session } = request;
      if (session?.user)
        return authenticated(await getSessionUser(app.context, session.user), readState(session).methods);
      await forgetPending(app.context, visitorOf(request));
      return reply.code(401).send(unauthenticated(app.context));
    },
  );

  app.get(
    '/account/email',
    { onRequest: requireUser, schema: { response: { 200: EmailAddressesAnswer } } },
    async (request) => ({
      status: 200 as const,
      data: await getAddresses(app.context, userOf(request)),
    }),
  );

  app.put(
    '/account/email',
    {
      onRequest: async (request) => {
        const who = request.session?.user ? `user:${request.session.user.id}` : networkOf(request.ip);
        await limitRate(app.context, `manage_email:${who}`, MANAGE_LIMIT);
      },
      schema: { body: EmailBody, response: { 200: StatusAnswer } },
    },
    async (request) => {
      const visitor = visitorOf(request);
      if (visitor.session?.user)
        await resendAsUser(app.context, visitor, visitor.session.user, request.body.email);
      else await resendAsGuest(app.context, visitor, request.body.email);
      return { status: 200 };
    },
  );
};
