import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { IdParams } from '@vitrin/shared/contract/common.ts';
import { CreateToken, NewToken, TokenPage } from '@vitrin/shared/contract/account/tokens.ts';
import { cacheAs } from '../../../http/answers/caching.ts';
import { toUnpaged } from '../../../http/answers/paging.ts';
import { requireFreelancer, userOf } from '../../../http/guards/guards.ts';
import { requireRecentProof } from '../reauthentication/reauthentication-replies.ts';
import { limitByUser, visitorOf } from '../replies.ts';
import { createToken, endToken, getTokens } from './tokens.ts';

const LIMIT = { amount: 20, seconds: 60 };

/** Tokens of a freelancer (specification 9.17). No token opens them. */
export const apiTokenRoutes: FastifyPluginAsyncZod = async (app) => {
  const limit = limitByUser('tokens', LIMIT);
  cacheAs(app, 'no-store');

  app.get(
    '/tokens/',
    { onRequest: requireFreelancer, schema: { response: { 200: TokenPage } } },
    async (request) => toUnpaged(await getTokens(app.context, userOf(request))),
  );

  app.post(
    '/tokens/',
    {
      onRequest: [requireFreelancer, limit],
      preHandler: requireRecentProof,
      schema: { body: CreateToken, response: { 201: NewToken } },
    },
    async (request, reply) =>
      reply.code(201).send(await createToken(app.context, visitorOf(request), userOf(request), request.body)),
  );

  app.delete(
    '/tokens/:id/',
    { onRequest: [requireFreelancer, limit], schema: { params: IdParams } },
    async (request, reply) => {
      await endToken(app.context, visitorOf(request), userOf(request), request.params.id);
      return reply.code(204).send();
    },
  );
};
