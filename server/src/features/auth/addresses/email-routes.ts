import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  AuthenticatedAnswer,
  type EmailAddress,
  EmailAddressesAnswer,
  EmailBody,
  EmailKeyAnswer,
  MakePrimary,
  StatusAnswer,
  UnauthenticatedAnswer,
  VerifyEmail,
} from '@vitrin/shared/contract/account/auth.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { ConflictError, ValidationError } from '../../../errors.ts';
import { requireUser, userOf } from '../../../http/guards/guards.ts';
import { readState, type Visitor } from '../auth-state.ts';
import { getVerification, verifyEmail } from './email-verification.ts';
import {
  addAddress,
  getAddresses,
  makePrimary,
  removeAddress,
  resendAsGuest,
  resendAsUser,
} from './email-addresses.ts';
import { requireRecentProof } from '../reauthentication/reauthentication-replies.ts';
import { recordRefusal } from '../refusals.ts';
import {
  authenticated,
  limitByAddress,
  limitByUser,
  replySignIn,
  unauthenticated,
  visitorOf,
} from '../replies.ts';
import { logInAfterSignup } from '../sessions/login.ts';
import { forgetPending, getSessionUser } from '../service.ts';

const MANAGE_LIMIT = { amount: 10, seconds: 60 };

/** Verification of addresses by mailed link, and the addresses of an account (specification 4.7). */
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
      const visitor = visitorOf(request);
      const verified = await verifyEmail(app.context, visitor, request.body.key);
      const { session } = request;
      if (session?.user)
        return authenticated(await getSessionUser(app.context, session.user), readState(session).methods);
      const signIn = await logInAfterSignup(app.context, visitor, verified);
      if (signIn) return replySignIn(request, reply, signIn);
      await forgetPending(app.context, visitorOf(request));
      return reply.code(401).send(unauthenticated(app.context));
    },
  );

  // This route verifies by code in django-allauth; here addresses are verified by link.
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

  // Guests get 409, because adding an address is no step of signing in here (specification 4.9).
  app.post(
    '/account/email',
    {
      onRequest: async (request) => {
        if (!request.session?.user) throw new ConflictError('auth.not_signed_in');
        await limitUser(request);
      },
      preHandler: requireRecentProof,
      schema: { body: EmailBody, response: { 200: EmailAddressesAnswer } },
    },
    async (request) => {
      const { email } = request.body;
      return changeAddresses(request, email, (visitor, user) =>
        addAddress(app.context, visitor, user, email),
      );
    },
  );

  app.patch(
    '/account/email',
    {
      onRequest: [requireUser, limitUser],
      preHandler: requireRecentProof,
      schema: { body: MakePrimary, response: { 200: EmailAddressesAnswer } },
    },
    async (request) => {
      const { email } = request.body;
      return changeAddresses(request, email, (visitor, user) =>
        makePrimary(app.context, visitor, user, email),
      );
    },
  );

  app.delete(
    '/account/email',
    {
      onRequest: [requireUser, limitUser],
      preHandler: requireRecentProof,
      schema: { body: EmailBody, response: { 200: EmailAddressesAnswer } },
    },
    async (request) => {
      const { email } = request.body;
      return changeAddresses(request, email, (visitor, user) =>
        removeAddress(app.context, visitor, user, email),
      );
    },
  );
};

/** Runs a change and returns the addresses after it; a refused change of `email` is recorded for the account's owner. */
async function changeAddresses(
  request: FastifyRequest,
  email: string,
  change: (visitor: Visitor, user: CurrentUser) => Promise<EmailAddress[]>,
) {
  const [visitor, user] = [visitorOf(request), userOf(request)];
  const refusal = { kind: 'address_change_refused', detail: email } as const;
  const data = await recordRefusal(request.server.context, visitor, user.id, refusal, () =>
    change(visitor, user),
  );
  return { status: 200 as const, data };
}
