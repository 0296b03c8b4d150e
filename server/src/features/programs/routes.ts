import { ProgramEvents, ProgramEventsQuery } from '@vitrin/shared/contract/program-events.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { cacheAs } from '../../http/answers/caching.ts';
import { requireFreelancer, userOf } from '../../http/guards/guards.ts';
import { openTo } from '../../http/guards/tokens.ts';
import { getProgramEvents } from './service.ts';

/** Events of a freelancer, which programs poll (specification 9.19). */
export const programEventRoutes: FastifyPluginAsyncZod = async (app) => {
  cacheAs(app, 'no-store');

  app.get(
    '/events/',
    {
      onRequest: requireFreelancer,
      config: openTo('read'),
      schema: { querystring: ProgramEventsQuery, response: { 200: ProgramEvents } },
    },
    async (request) => getProgramEvents(app.context, userOf(request), request.query),
  );
};
