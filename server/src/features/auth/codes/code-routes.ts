import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  AuthenticatedAnswer,
  ConfirmCode,
  RequestCode,
  StatusAnswer,
  UnauthenticatedAnswer,
} from '@vitrin/shared/contract/account/auth.ts';
import { keepSession, limitByAddress, LOGIN_LIMIT, replySignIn, visitorOf } from '../replies.ts';
import { requestCode, resendCode } from './code-requests.ts';
import { logInByCode } from './login-by-code.ts';

const REQUEST_LIMIT = { amount: 20, seconds: 60 };

/** Serves the login by a mailed code (specification 4.14). */
export const codeRoutes: FastifyPluginAsyncZod = async (app) => {
  const limitRequests = limitByAddress('request_login_code', REQUEST_LIMIT);

  app.post(
    '/auth/code/request',
    { onRequest: limitRequests, schema: { body: RequestCode, response: { 401: UnauthenticatedAnswer } } },
    async (request, reply) => {
      const signIn = await requestCode(app.context, visitorOf(request), request.body.email);
      return replySignIn(request, reply, signIn);
    },
  );

  app.post(
    '/auth/code/resend',
    { onRequest: limitRequests, schema: { response: { 200: StatusAnswer } } },
    async (request, reply) => {
      keepSession(request, reply, await resendCode(app.context, visitorOf(request)));
      return { status: 200 };
    },
  );

  app.post(
    '/auth/code/confirm',
    {
      onRequest: limitByAddress('login', LOGIN_LIMIT),
      schema: { body: ConfirmCode, response: { 200: AuthenticatedAnswer, 401: UnauthenticatedAnswer } },
    },
    async (request, reply) => {
      const signIn = await logInByCode(app.context, visitorOf(request), request.body.code);
      return replySignIn(request, reply, signIn);
    },
  );
};
