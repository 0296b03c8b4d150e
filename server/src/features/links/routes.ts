import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { IdParams, IdText, SearchText } from '@vitrin/shared/contract/common.ts';
import { CreateLink, Link, LinkPage, UpdateLink } from '@vitrin/shared/contract/links.ts';
import { answerDelete } from '../../http/answers/answer-delete.ts';
import { PageQuery, readPartsPaging, toPage, toUnpaged } from '../../http/answers/paging.ts';
import { showInClientView } from '../../http/guards/client-view.ts';
import { requireUser, userOf } from '../../http/guards/guards.ts';
import { openTo } from '../../http/guards/tokens.ts';
import { createLink, deleteLink, getAllLinks, getLinks, updateLink } from './service.ts';

const LinksQuery = PageQuery.extend({ version: IdText.optional(), search: SearchText.optional() });

export const linkRoutes: FastifyPluginAsyncZod = async (app) => {
  showInClientView(app);
  app.addHook('onRequest', requireUser);

  app.get(
    '/links/',
    { config: openTo('read'), schema: { querystring: LinksQuery, response: { 200: LinkPage } } },
    async (request) => {
      const { version, search, ...pageQuery } = request.query;
      const user = userOf(request);
      if (version !== undefined) return toUnpaged(await getLinks(app.context, user, version));
      const paging = readPartsPaging(pageQuery);
      const { count, results } = await getAllLinks(app.context, user, paging, search);
      return toPage(paging, count, results, '/api/links/', { limit: pageQuery.limit, search });
    },
  );

  app.post(
    '/links/',
    {
      config: { isCreation: true, ...openTo('deliver') },
      schema: { body: CreateLink, response: { 201: Link } },
    },
    async (request, reply) =>
      reply.code(201).send(await createLink(app.context, userOf(request), request.body)),
  );

  app.patch(
    '/links/:id/',
    {
      config: openTo('deliver'),
      schema: { params: IdParams, body: UpdateLink, response: { 200: Link } },
    },
    async (request) => updateLink(app.context, userOf(request), request.params.id, request.body),
  );

  answerDelete(app, '/links/:id/', deleteLink);
};
