import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { GivenText } from '@vitrin/shared/contract/common.ts';
import { AskErasure, Erasure, KeepInfo } from '@vitrin/shared/contract/account/erasures.ts';
import { cacheAs } from '../../../http/answers/caching.ts';
import { requireUser, userOf } from '../../../http/guards/guards.ts';
import { requireRecentProof } from '../reauthentication/reauthentication-replies.ts';
import { logRefusal } from '../refusals.ts';
import { limitByAddress, limitByUser, LOGIN_LIMIT, visitorOf } from '../replies.ts';
import { askErasure, getKeepInfo, keepAccount, keepByKey } from './erasures.ts';

const ASK_LIMIT = { amount: 10, seconds: 60 };
const KEEP_LIMIT = { amount: 20, seconds: 60 };

/** Serves the deletion of the own account and the mailed link that cancels it; errors have the ordinary shape. */
export const erasureRoutes: FastifyPluginAsyncZod = async (app) => {
  const limitKeys = limitByAddress('keep_account', KEEP_LIMIT);
  cacheAs(app, 'no-store');

  app.post(
    '/account/erasure/',
    {
      onRequest: [requireUser, limitByUser('erasure', ASK_LIMIT), limitByAddress('login', LOGIN_LIMIT)],
      preHandler: requireRecentProof,
      schema: { body: AskErasure, response: { 200: Erasure } },
    },
    async (request) => {
      const [visitor, user] = [visitorOf(request), userOf(request)];
      return logRefusal(app.context, visitor, user.id, 'Deletion of an account refused', () =>
        askErasure(app.context, visitor, user, request.body),
      );
    },
  );

  app.delete(
    '/account/erasure/',
    { onRequest: [requireUser, limitByUser('erasure', ASK_LIMIT)] },
    async (request, reply) => {
      await keepAccount(app.context, userOf(request).id, visitorOf(request));
      return reply.code(204).send();
    },
  );

  app.get(
    '/users/keep_account/',
    {
      onRequest: limitKeys,
      schema: { querystring: z.object({ key: GivenText }), response: { 200: KeepInfo } },
    },
    async (request) => getKeepInfo(app.context, request.query.key),
  );

  app.post(
    '/users/keep_account/',
    { onRequest: limitKeys, schema: { body: z.object({ key: GivenText }), response: { 200: KeepInfo } } },
    async (request) => keepByKey(app.context, visitorOf(request), request.body.key),
  );
};
