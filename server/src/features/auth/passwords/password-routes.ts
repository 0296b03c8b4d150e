import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  AuthenticatedAnswer,
  ChangePassword,
  Reauthenticate,
  RequestPasswordReset,
  ResetKeyAnswer,
  ResetPasswordByKey,
  StatusAnswer,
  UnauthenticatedAnswer,
} from '@vitrin/shared/contract/account/auth.ts';
import { ValidationError } from '../../../errors.ts';
import { requireUser, userOf } from '../../../http/guards/guards.ts';
import { networkOf } from '../../../tenants/tenant.ts';
import { limitRate } from '../../../rate-limits/rate-limits.ts';
import { requireRecentProof } from '../reauthentication/reauthentication-replies.ts';
import { reauthenticate } from '../reauthentication/reauthenticate.ts';
import { changePassword } from './password-change.ts';
import { requestPasswordReset } from './password-requests.ts';
import { usePasswordToken } from './password-reset.ts';
import { requirePasswordToken } from './use-link.ts';
import { logRefusal } from '../refusals.ts';
import { limitByAddress, limitByUser, replySignIn, visitorOf } from '../replies.ts';
import { getAuthUser } from '../auth-user.ts';

const REQUEST_LIMIT = { amount: 20, seconds: 60 };
const RESET_LIMIT = { amount: 20, seconds: 60 };
const CHANGE_LIMIT = { amount: 5, seconds: 60 };
const REAUTHENTICATE_LIMIT = { amount: 10, seconds: 60 };

const SignInAnswers = { 200: AuthenticatedAnswer, 401: UnauthenticatedAnswer };

/** Reset, change and confirmation of the password (specification 4.8). */
export const passwordRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/auth/password/request',
    { schema: { body: RequestPasswordReset, response: { 200: StatusAnswer } } },
    async (request) => {
      // Unlike other limits, this one counts valid input only.
      await limitRate(app.context, `reset_password:${networkOf(request.ip)}`, REQUEST_LIMIT);
      await requestPasswordReset(app.context, request.body.email, request.language);
      return { status: 200 };
    },
  );

  app.get('/auth/password/reset', { schema: { response: { 200: ResetKeyAnswer } } }, async (request) => {
    const key = request.headers['x-password-reset-key'];
    if (typeof key !== 'string' || key === '') throw new ValidationError({ key: 'auth.required' });
    const { account } = await requirePasswordToken(app.context, key);
    return { status: 200 as const, data: { user: await getAuthUser(app.context.db, account.id) } };
  });

  app.post(
    '/auth/password/reset',
    {
      onRequest: limitByAddress('reset_password_from_key', RESET_LIMIT),
      schema: { body: ResetPasswordByKey, response: SignInAnswers },
    },
    async (request, reply) => {
      const { key, password, keep_identities: keepIdentities } = request.body;
      const signIn = await usePasswordToken(app.context, visitorOf(request), key, password, {
        keepIdentities,
      });
      return replySignIn(request, reply, signIn);
    },
  );

  app.post(
    '/account/password/change',
    {
      onRequest: [requireUser, limitByUser('change_password', CHANGE_LIMIT)],
      preHandler: requireRecentProof,
      schema: { body: ChangePassword, response: SignInAnswers },
    },
    async (request, reply) => {
      const [visitor, user] = [visitorOf(request), userOf(request)];
      const signIn = await logRefusal(app.context, visitor, user.id, 'Password change refused', () =>
        changePassword(app.context, visitor, user, request.body),
      );
      return replySignIn(request, reply, signIn);
    },
  );

  app.post(
    '/auth/reauthenticate',
    {
      onRequest: [requireUser, limitByUser('reauthenticate', REAUTHENTICATE_LIMIT)],
      schema: { body: Reauthenticate, response: SignInAnswers },
    },
    async (request, reply) => {
      const [visitor, user] = [visitorOf(request), userOf(request)];
      const signIn = await logRefusal(app.context, visitor, user.id, 'Password not confirmed', () =>
        reauthenticate(app.context, visitor, user, request.body.password),
      );
      return replySignIn(request, reply, signIn);
    },
  );
};
