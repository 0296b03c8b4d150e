import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Legal, LegalQuery, LegalTextName, LegalTextQuery } from '@vitrin/shared/contract/payments/legal.ts';
import { pageAlone } from '../replies.ts';
import { getLegal, getLegalPage } from './service.ts';

/** The company behind this installation and its texts, for everybody (specification 7.13). */
export const legalRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get('/legal/', { schema: { querystring: LegalQuery, response: { 200: Legal } } }, async (request) =>
    getLegal(app.context, request.query.language ?? request.language),
  );

  app.get(
    '/legal/:name/',
    { schema: { params: z.object({ name: LegalTextName }), querystring: LegalTextQuery } },
    async (request, reply) => {
      const { language = request.language, sha256 } = request.query;
      const page = await getLegalPage(app.context, request.params.name, { language, sha256 });
      return pageAlone(reply).header('cache-control', 'no-cache').send(page);
    },
  );
};
