import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Analytics, AnalyticsQuery } from '@vitrin/shared/contract/figures/analytics.ts';
import { Lately, LookPage, Unopened } from '@vitrin/shared/contract/figures/looks.ts';
import { requireFreelancer, userOf } from '../../http/guards/guards.ts';
import { PageQuery, readPaging, toPage } from '../../http/answers/paging.ts';
import { openTo } from '../../http/guards/tokens.ts';
import { getUnopened } from '../notices/service.ts';
import { getLately, getLooks } from './looks.ts';
import { getAnalytics } from './service.ts';

export const analyticsRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', requireFreelancer);

  app.get(
    '/analytics/',
    {
      config: openTo('read', 'account'),
      schema: { querystring: AnalyticsQuery, response: { 200: Analytics } },
    },
    async (request) => getAnalytics(app.context, userOf(request), request.query.days),
  );

  app.get(
    '/analytics/lately/',
    { config: openTo('read', 'account'), schema: { response: { 200: Lately } } },
    async (request) => getLately(app.context, userOf(request)),
  );

  app.get(
    '/analytics/unopened/',
    { config: openTo('read', 'account'), schema: { response: { 200: Unopened } } },
    async (request) => getUnopened(app.context, userOf(request)),
  );

  app.get(
    '/analytics/looks/',
    { config: openTo('read', 'account'), schema: { querystring: PageQuery, response: { 200: LookPage } } },
    async (request) => {
      const { page: _page, ...kept } = request.query;
      const paging = readPaging(request.query);
      const { count, results } = await getLooks(app.context, userOf(request), paging);
      return toPage(paging, count, results, '/api/analytics/looks/', kept);
    },
  );
};
