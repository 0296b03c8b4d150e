import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ErrorDetail } from '@vitrin/shared/contract/common.ts';
import { SwitchAccount } from '@vitrin/shared/contract/users.ts';
import { cacheAs } from '../../../http/answers/caching.ts';
import { requireUser, userOf } from '../../../http/guards/guards.ts';
import { translate } from '../../../i18n/messages.ts';
import { keepSession, limitByAddress, LOGIN_LIMIT, visitorOf } from '../replies.ts';
import { switchAccount } from './switch-account.ts';

/** Serves the switch from one customer account to another of the same person (specification 3.3). */
export const switchRoutes: FastifyPluginAsyncZod = async (app) => {
  cacheAs(app, 'no-store');
  app.addHook('onRequest', requireUser);

  app.post(
    '/users/switch_account/',
    {
      onRequest: limitByAddress('login', LOGIN_LIMIT),
      schema: { body: SwitchAccount, response: { 200: ErrorDetail } },
    },
    async (request, reply) => {
      const { password } = request.body;
      const signIn = await switchAccount(app.context, visitorOf(request), userOf(request), password);
      keepSession(request, reply, signIn);
      return { detail: translate(request.language, 'auth.account_was_switched') };
    },
  );
};
