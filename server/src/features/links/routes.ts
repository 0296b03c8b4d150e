import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { IdParams } from '@vitrin/shared/contract/common.ts';
import { CreateLink, Link, LinkPage, LinksQuery, UpdateLink } from '@vitrin/shared/contract/links.ts';
import { answerDelete } from '../../http/answers/answer-delete.ts';
import { toUnpaged } from '../../http/answers/paging.ts';
import { showInClientView } from '../../http/guards/client-view.ts';
import { requireUser, userOf } from '../../http/guards/guards.ts';
import { openTo } from '../../http/guards/tokens.ts';
import { createLink, deleteLink, getLinks, updateLink } from './service.ts';

export const linkRoutes: FastifyPluginAsyncZod = async (app) => {
  showInClientView(app);
  app.addHook('onRequest', requireUser);

  app.get(
    '/links/',
    { config: openTo('read'), schema: { querystring: LinksQuery, response: { 200: LinkPage } } },
    async (request) => toUnpaged(await getLinks(app.context, userOf(request), request.query.version)),
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
