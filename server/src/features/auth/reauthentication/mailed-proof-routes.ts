import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  AuthenticatedAnswer,
  ConfirmCode,
  StatusAnswer,
  UnauthenticatedAnswer,
} from '@vitrin/shared/contract/account/auth.ts';
import { requireUser, userOf } from '../../../http/guards/guards.ts';
import { limitByUser, replySignIn, visitorOf } from '../replies.ts';
import { confirmByMailedCode, mailProofCode } from './mailed-proof.ts';

const LIMIT = { amount: 10, seconds: 60 };

/** Confirmation by a mailed code, of accounts that have neither a password nor a factor (specification 4.11). */
export const mailedProofRoutes: FastifyPluginAsyncZod = async (app) => {
  const limitUser = limitByUser('reauthenticate', LIMIT);

  app.post(
    '/auth/code/reauthenticate/request',
    { onRequest: [requireUser, limitUser], schema: { response: { 200: StatusAnswer } } },
    async (request) => {
      await mailProofCode(app.context, visitorOf(request), userOf(request));
      return { status: 200 };
    },
  );

  app.post(
    '/auth/code/reauthenticate',
    {
      onRequest: [requireUser, limitUser],
      schema: { body: ConfirmCode, response: { 200: AuthenticatedAnswer, 401: UnauthenticatedAnswer } },
    },
    async (request, reply) => {
      const [visitor, user] = [visitorOf(request), userOf(request)];
      return replySignIn(
        request,
        reply,
        await confirmByMailedCode(app.context, visitor, user, request.body.code),
      );
    },
  );
};
