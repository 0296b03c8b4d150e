import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AskSupport, SupportReceipt, SupportRequests } from '@vitrin/shared/contract/support.ts';
import { cacheAs } from '../../http/answers/caching.ts';
import { requireUser, userOf } from '../../http/guards/guards.ts';
import { DESCRIPTION_BODY_LIMIT } from '../../http/guards/limits.ts';
import { askSupport, getSupportRequests } from './service.ts';

const BROWSER_LENGTH = 300;

/** Questions to the people behind the installation (specification 7.16). */
export const supportRoutes: FastifyPluginAsyncZod = async (app) => {
  cacheAs(app, 'no-store');
  app.addHook('onRequest', requireUser);

  app.get('/support/', { schema: { response: { 200: SupportRequests } } }, async (request) =>
    getSupportRequests(app.context, userOf(request)),
  );

  app.post(
    '/support/',
    { bodyLimit: DESCRIPTION_BODY_LIMIT, schema: { body: AskSupport, response: { 201: SupportReceipt } } },
    async (request, reply) => {
      const browser = (request.headers['user-agent'] ?? '').slice(0, BROWSER_LENGTH);
      const receipt = await askSupport(app.context, userOf(request), request.body, browser);
      return reply.code(201).send(receipt);
    },
  );
};
