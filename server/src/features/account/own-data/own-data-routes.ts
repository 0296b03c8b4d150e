import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { contentDisposition } from '@vitrin/engine/answers/content-disposition.ts';
import { OwnDataQuery } from '@vitrin/shared/contract/account/own-data.ts';
import { requireUser, userOf } from '../../../http/guards/guards.ts';
import { getOwnData, ownDataAsHtml, ownDataAsJson } from './service.ts';

/** Everything that is stored about the signed-in person, as a file (specification 3.23). */
export const ownDataRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/own_data/',
    { onRequest: requireUser, schema: { querystring: OwnDataQuery } },
    async (request, reply) => {
      const { format, language = request.language } = request.query;
      const data = await getOwnData(app.context, userOf(request));
      const isHtml = format === 'html';
      const text = isHtml ? ownDataAsHtml(data, language) : ownDataAsJson(data);
      return reply
        .header('cache-control', 'no-store')
        .header(
          'content-disposition',
          contentDisposition('attachment', `vitrin-my-data.${isHtml ? 'html' : 'json'}`),
        )
        .type(isHtml ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8')
        .send(Readable.from(text, { objectMode: false }));
    },
  );
};
