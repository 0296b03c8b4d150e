import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Played, Seen } from '@vitrin/shared/contract/figures/looks.ts';
import { requireUser, userOf } from '../../http/guards/guards.ts';
import { recordPlayed, recordSeen } from './seen.ts';

export const seenRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', requireUser);

  app.post('/seen/', { schema: { body: Seen } }, async (request, reply) => {
    await recordSeen(app.context, userOf(request), request.body);
    return reply.code(204).send();
  });

  app.post('/played/', { schema: { body: Played } }, async (request, reply) => {
    await recordPlayed(app.context, userOf(request), request.body, request.headers['user-agent']);
    return reply.code(204).send();
  });
};
