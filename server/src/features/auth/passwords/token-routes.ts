import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { UnauthenticatedAnswer } from '@vitrin/shared/contract/account/auth.ts';
import { ErrorDetail, GivenText } from '@vitrin/shared/contract/common.ts';
import {
  ChangeUnverifiedEmail,
  EmailFromKey,
  ResetPassword,
  VerifiedToken,
} from '@vitrin/shared/contract/users.ts';
import { InvitationOptions, RegisterByPasskey } from '@vitrin/shared/contract/account/passkeys.ts';
import { cacheAs } from '../../../http/answers/caching.ts';
import { visitorIdsOf } from '../../../http/guards/csrf.ts';
import { translate } from '../../../i18n/messages.ts';
import { getEmailFromKey } from '../addresses/email-verification.ts';
import { invitationOptions, registerByPasskey } from '../passkeys/invited-passkey.ts';
import { resetPassword, verifyToken } from './password-reset.ts';
import { keepSession, limitByAddress, LOGIN_LIMIT, replySignIn, visitorOf } from '../replies.ts';
import { changeUnverifiedEmail } from '../signup/unverified-email.ts';

/** Shared by checking a token and using it (specification 3.8). */
const TOKEN_LIMIT = { amount: 20, seconds: 60 };

const text = GivenText.catch('');

/** Calls that take the tokens of mailed links (specification 3.7); errors in the ordinary shape. */
export const tokenRoutes: FastifyPluginAsyncZod = async (app) => {
  const limitTokens = limitByAddress('password_token', TOKEN_LIMIT);
  cacheAs(app, 'no-store');

  app.get(
    '/users/get_email_from_key/',
    { schema: { querystring: z.object({ key: text }), response: { 200: EmailFromKey } } },
    async (request) => getEmailFromKey(app.context, request.query.key),
  );

  app.get(
    '/users/verify_token/',
    {
      onRequest: limitTokens,
      schema: { querystring: z.object({ token: text }), response: { 200: VerifiedToken } },
    },
    async (request) => verifyToken(app.context, request.query.token),
  );

  app.get(
    '/users/invitation_passkey/',
    {
      onRequest: limitTokens,
      schema: { querystring: z.object({ token: text }), response: { 200: InvitationOptions } },
    },
    async (request, reply) => {
      const [id = ''] = visitorIdsOf(request, reply, app.context.config);
      return { creation_options: await invitationOptions(app.context, id, request.query.token) };
    },
  );

  app.post(
    '/users/invitation_passkey/',
    { onRequest: limitTokens, schema: { body: RegisterByPasskey, response: { 200: ErrorDetail } } },
    async (request, reply) => {
      const ids = visitorIdsOf(request, reply, app.context.config);
      keepSession(
        request,
        reply,
        await registerByPasskey(app.context, visitorOf(request), ids, request.body),
      );
      return { detail: translate(request.language, 'auth.passkey_was_made') };
    },
  );

  app.post(
    '/users/change_unverified_email/',
    {
      onRequest: limitByAddress('login', LOGIN_LIMIT),
      schema: { body: ChangeUnverifiedEmail, response: { 200: ErrorDetail } },
    },
    async (request) => {
      await changeUnverifiedEmail(app.context, visitorOf(request), request.body);
      return { detail: translate(request.language, 'auth.address_was_changed') };
    },
  );

  app.post(
    '/users/reset_password/',
    {
      onRequest: limitTokens,
      schema: { body: ResetPassword, response: { 200: ErrorDetail, 401: UnauthenticatedAnswer } },
    },
    async (request, reply) => {
      const signIn = await resetPassword(app.context, visitorOf(request), request.body);
      if (!signIn.isSignedIn) return replySignIn(request, reply, signIn);
      keepSession(request, reply, signIn);
      return { detail: translate(request.language, 'auth.password_was_set') };
    },
  );
};
