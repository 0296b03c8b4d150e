import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { contentDisposition } from '@vitrin/engine/answers/content-disposition.ts';
import { AnalyticsAnswer, AnalyticsQuestion } from '@vitrin/shared/contract/figures/analytics-query.ts';
import { requireFreelancer, userOf } from '../../../http/guards/guards.ts';
import { openTo } from '../../../http/guards/tokens.ts';
import { csvOf } from './csv.ts';
import { askAnalytics } from './service.ts';

/** One query of figures for screens, boards, mails and programs (specification 9.21). */
export const analyticsQueryRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/analytics/query/',
    {
      config: openTo('read', 'account'),
      onRequest: requireFreelancer,
      schema: { querystring: AnalyticsQuestion, response: { 200: AnalyticsAnswer } },
    },
    async (request, reply) => {
      const answer = await askAnalytics(app.context, userOf(request), request.query);
      if (request.query.format !== 'csv') return answer;
      const name = `analytics ${answer.measure} ${answer.from} ${answer.to}.csv`;
      // A stream is sent as it is, without the schema of JSON answers.
      return (reply as FastifyReply)
        .header('cache-control', 'no-store')
        .header('content-disposition', contentDisposition('attachment', name))
        .type('text/csv; charset=utf-8')
        .send(Readable.from(csvOf(answer), { objectMode: false }));
    },
  );
};
