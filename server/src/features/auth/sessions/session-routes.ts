import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  AuthConfiguration,
  AuthenticatedAnswer,
  Login,
  Signup,
  UnauthenticatedAnswer,
} from '@vitrin/shared/contract/account/auth.ts';
import { readState } from '../auth-state.ts';
import { logIn } from './login.ts';
import {
  authenticated,
  forgetSession,
  limitByAddress,
  LOGIN_LIMIT,
  replyGuest,
  replySignIn,
  unauthenticated,
  visitorOf,
} from '../replies.ts';
import { relyingPartyOf } from '../passkeys/relying-party.ts';
import { toProvider } from '../social/providers.ts';
import { getSessionUser, logOut } from '../service.ts';
import { signUp } from '../signup/signup.ts';

const SIGNUP_LIMIT = { amount: 20, seconds: 60 };

const SignInAnswers = { 200: AuthenticatedAnswer, 401: UnauthenticatedAnswer };

/** Configuration, session, login and signup (specification 4.4). */
export const sessionRoutes: FastifyPluginAsyncZod = async (app) => {
  const knowsPasskeys = () => relyingPartyOf(app.context.config) !== null;
  app.get('/config', { schema: { response: { 200: AuthConfiguration } } }, async () => ({
    status: 200 as const,
    data: {
      account: {
        login_methods: ['email', 'username'],
        authentication_method: 'username_email',
        is_open_for_signup: true,
        email_verification_by_code_enabled: false,
        login_by_code_enabled: true,
        password_reset_by_code_enabled: false,
      },
      ...(app.context.identity && {
        socialaccount: { providers: [toProvider(app.context.identity)] },
      }),
      mfa: {
        supported_types: ['totp', 'recovery_codes', ...(knowsPasskeys() ? ['webauthn'] : [])],
        passkey_login_enabled: knowsPasskeys(),
      },
      usersessions: { track_activity: true },
    },
  }));

  app.get(
    '/auth/session',
    // A page in a view as client asks for the signed-in user like any other.
    { config: { isInClientView: true }, schema: { response: SignInAnswers } },
    async (request, reply) => {
      const { session } = request;
      if (!session?.user) return replyGuest(request, reply);
      return authenticated(await getSessionUser(app.context, session.user), readState(session).methods);
    },
  );

  app.delete('/auth/session', { schema: { response: SignInAnswers } }, async (request, reply) => {
    await logOut(app.context, visitorOf(request));
    forgetSession(request, reply);
    return reply.code(401).send(unauthenticated(app.context));
  });

  app.post(
    '/auth/login',
    { onRequest: limitByAddress('login', LOGIN_LIMIT), schema: { body: Login, response: SignInAnswers } },
    async (request, reply) =>
      replySignIn(request, reply, await logIn(app.context, visitorOf(request), request.body)),
  );

  app.post(
    '/auth/signup',
    { onRequest: limitByAddress('signup', SIGNUP_LIMIT), schema: { body: Signup, response: SignInAnswers } },
    async (request, reply) =>
      replySignIn(request, reply, await signUp(app.context, visitorOf(request), request.body)),
  );
};
