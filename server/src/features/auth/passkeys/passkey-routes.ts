import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  AuthenticatedAnswer,
  StatusAnswer,
  UnauthenticatedAnswer,
} from '@vitrin/shared/contract/account/auth.ts';
import {
  AddPasskey,
  CreationOptionsAnswer,
  GivenAssertion,
  PasskeyAnswer,
  RemovePasskeys,
  RenamePasskey,
  RequestOptionsAnswer,
} from '@vitrin/shared/contract/account/passkeys.ts';
import { ConflictError } from '../../../errors.ts';
import { visitorIdsOf } from '../../../http/guards/csrf.ts';
import { requireUser, userOf } from '../../../http/guards/guards.ts';
import { MANAGE_LIMIT, REAUTHENTICATE_LIMIT, requirePending } from '../factors/factor-routes.ts';
import { pendingOf } from '../factors/factor-login.ts';
import { requireRecentProof } from '../reauthentication/reauthentication-replies.ts';
import { limitByAddress, limitByUser, LOGIN_LIMIT, replySignIn, visitorOf } from '../replies.ts';
import {
  confirmByPasskey,
  giveFactorByPasskey,
  logInByPasskey,
  requestOptions,
  sessionHolder,
  stepHolder,
} from './passkey-login.ts';
import { addPasskey, creationOptions, removePasskeys, renamePasskey } from './passkeys.ts';

const SignInAnswers = { 200: AuthenticatedAnswer, 401: UnauthenticatedAnswer };

/** Passkeys of an account, and logins and proofs by them (specification 4.16). */
export const passkeyRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  const limitLogins = limitByAddress('login', LOGIN_LIMIT);
  const limitUser = limitByUser('manage_factors', MANAGE_LIMIT);
  const optionsAnswer = { schema: { response: { 200: RequestOptionsAnswer } } };
  const answer = (request_options: RequestOptionsAnswer['data']['request_options']) => ({
    status: 200 as const,
    data: { request_options },
  });

  app.get('/auth/webauthn/login', optionsAnswer, async (request, reply) => {
    if (request.session?.user) throw new ConflictError('auth.already_signed_in');
    const [of = ''] = visitorIdsOf(request, reply, context.config);
    return answer(await requestOptions(context, { purpose: 'login', of }));
  });

  app.post(
    '/auth/webauthn/login',
    { onRequest: limitLogins, schema: { body: GivenAssertion, response: SignInAnswers } },
    async (request, reply) => {
      const visitors = visitorIdsOf(request, reply, context.config);
      const { credential } = request.body;
      return replySignIn(
        request,
        reply,
        await logInByPasskey(context, visitorOf(request), visitors, credential),
      );
    },
  );

  app.get(
    '/auth/webauthn/authenticate',
    { ...optionsAnswer, onRequest: requirePending('mfa_authenticate') },
    async (request) => {
      const { user_id } = pendingOf(request, 'mfa_authenticate');
      return answer(await requestOptions(context, stepHolder(request), user_id));
    },
  );

  app.post(
    '/auth/webauthn/authenticate',
    {
      onRequest: [requirePending('mfa_authenticate'), limitLogins],
      schema: { body: GivenAssertion, response: SignInAnswers },
    },
    async (request, reply) => {
      const { credential } = request.body;
      return replySignIn(request, reply, await giveFactorByPasskey(context, visitorOf(request), credential));
    },
  );

  app.get('/auth/webauthn/reauthenticate', { ...optionsAnswer, onRequest: requireUser }, async (request) =>
    answer(await requestOptions(context, sessionHolder(request, 'reauthenticate'), userOf(request).id)),
  );

  app.post(
    '/auth/webauthn/reauthenticate',
    {
      onRequest: [requireUser, limitByUser('reauthenticate', REAUTHENTICATE_LIMIT)],
      schema: { body: GivenAssertion, response: SignInAnswers },
    },
    async (request, reply) => {
      const [visitor, user] = [visitorOf(request), userOf(request)];
      return replySignIn(
        request,
        reply,
        await confirmByPasskey(context, visitor, user, request.body.credential),
      );
    },
  );

  app.get(
    '/account/authenticators/webauthn',
    {
      onRequest: requireUser,
      preHandler: requireRecentProof,
      schema: { response: { 200: CreationOptionsAnswer } },
    },
    async (request) => {
      const options = await creationOptions(context, visitorOf(request), userOf(request));
      return { status: 200 as const, data: { creation_options: options } };
    },
  );

  app.post(
    '/account/authenticators/webauthn',
    {
      onRequest: [requireUser, limitUser],
      preHandler: requireRecentProof,
      schema: { body: AddPasskey, response: { 200: PasskeyAnswer } },
    },
    async (request) => {
      const data = await addPasskey(context, visitorOf(request), userOf(request), request.body);
      return { status: 200 as const, data, meta: { recovery_codes_generated: false } };
    },
  );

  app.put(
    '/account/authenticators/webauthn',
    {
      onRequest: [requireUser, limitUser],
      preHandler: requireRecentProof,
      schema: { body: RenamePasskey, response: { 200: PasskeyAnswer } },
    },
    async (request) => ({
      status: 200 as const,
      data: await renamePasskey(context, visitorOf(request), userOf(request), request.body),
    }),
  );

  app.delete(
    '/account/authenticators/webauthn',
    {
      onRequest: [requireUser, limitUser],
      preHandler: requireRecentProof,
      schema: { body: RemovePasskeys, response: { 200: StatusAnswer } },
    },
    async (request) => {
      const { authenticators } = request.body;
      await removePasskeys(context, visitorOf(request), userOf(request), authenticators);
      return { status: 200 };
    },
  );
};
