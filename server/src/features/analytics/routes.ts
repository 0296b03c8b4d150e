import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Analytics, AnalyticsQuery } from '@vitrin/shared/contract/analytics.ts';
import { requireFreelancer, userOf } from '../../http/guards.ts';
import { getAnalytics } from './service.ts';

export const analyticsRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', requireFreelancer);

  app.get(
    '/analytics/',
    { schema: { querystring: AnalyticsQuery, response: { 200: Analytics } } },
    async (request) => getAnalytics(app.context, userOf(request), request.query.days),
  );
};
