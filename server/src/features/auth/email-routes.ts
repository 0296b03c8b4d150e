import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  AuthenticatedAnswer,
  EmailAddressesAnswer,
  EmailBody,
  EmailKeyAnswer,
  MakePrimary,
  StatusAnswer,
  UnauthenticatedAnswer,
  VerifyEmail,
} from '@vitrin/shared/contract/auth.ts';
import { ConflictError, ValidationError } from '../../errors.ts';
import { requireUser, userOf } from '../../http/guards.ts';
import { readState } from './auth-state.ts';
import { getVerification, verifyEmail } from './email-verification.ts';
import {
  addAddress,
  getAddresses,
  makePrimary,
  removeAddress,
  resendAsGuest,
  resendAsUser,
} from './email-addresses.ts';
import { authenticated, limitByAddress, limitByUser, unauthenticated, visitorOf } from './replies.ts';
import { forgetPending, getSessionUser } from './service.ts';

const MANAGE_LIMIT = { amount: 10, seconds: 60 };

/** Specification 4.7: verifying by link, and the addresses of an account. */
export const emailRoutes: FastifyPluginAsyncZod = async (app) => {
  const limitUser = limitByUser('manage_email', MANAGE_LIMIT);
  const limitGuest = limitByAddress('manage_email', MANAGE_LIMIT);

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
      await verifyEmail(app.context, visitorOf(request), request.body.key);
      const { session } = request;
      if (session?.user)
        return authenticated(await getSessionUser(app.context, session.user), readState(session).methods);
      await forgetPending(app.context, visitorOf(request));
      return reply.code(401).send(unauthenticated(app.context));
    },
  );

  // Another code can be had where addresses are verified by code; here it is by link.
  app.post('/auth/email/verify/resend', async () => {
    throw new ConflictError('auth.nothing_pending');
  });

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
      onRequest: async (request) => (request.session?.user ? limitUser : limitGuest)(request),
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

  // By link, adding an address is no step of signing in: guests get a conflict (specification 4.9).
  app.post(
    '/account/email',
    {
      onRequest: async (request) => {
        if (!request.session?.user) throw new ConflictError('auth.not_signed_in');
        await limitUser(request);
      },
      schema: { body: EmailBody, response: { 200: EmailAddressesAnswer } },
    },
    async (request) => {
      const data = await addAddress(app.context, visitorOf(request), userOf(request), request.body.email);
      return { status: 200 as const, data };
    },
  );

  app.patch(
    '/account/email',
    {
      onRequest: [requireUser, limitUser],
      schema: { body: MakePrimary, response: { 200: EmailAddressesAnswer } },
    },
    async (request) => ({
      status: 200 as const,
      data: await makePrimary(app.context, visitorOf(request), userOf(request), request.body.email),
    }),
  );

  app.delete(
    '/account/email',
    {
      onRequest: [requireUser, limitUser],
      schema: { body: EmailBody, response: { 200: EmailAddressesAnswer } },
    },
    async (request) => ({
      status: 200 as const,
      data: await removeAddress(app.context, visitorOf(request), userOf(request), request.body.email),
    }),
  );
};
