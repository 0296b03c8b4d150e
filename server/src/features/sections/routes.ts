import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { IdParams } from '@vitrin/shared/contract/common.ts';
import {
  CreateSection,
  Section,
  SectionPage,
  SectionsQuery,
  UpdateSection,
} from '@vitrin/shared/contract/sections.ts';
import { answerDelete } from '../../http/answers/answer-delete.ts';
import { toUnpaged } from '../../http/answers/paging.ts';
import { showInClientView } from '../../http/guards/client-view.ts';
import { requireUser, userOf } from '../../http/guards/guards.ts';
import { openTo } from '../../http/guards/tokens.ts';
import { createSection, deleteSection, getSections, updateSection } from './service.ts';

export const sectionRoutes: FastifyPluginAsyncZod = async (app) => {
  showInClientView(app);
  app.addHook('onRequest', requireUser);

  app.get(
    '/sections/',
    { config: openTo('read'), schema: { querystring: SectionsQuery, response: { 200: SectionPage } } },
    async (request) => toUnpaged(await getSections(app.context, userOf(request), request.query.version)),
  );

  app.post(
    '/sections/',
    {
      config: { isCreation: true, ...openTo('deliver') },
      schema: { body: CreateSection, response: { 201: Section } },
    },
    async (request, reply) =>
      reply.code(201).send(await createSection(app.context, userOf(request), request.body)),
  );

  app.patch(
    '/sections/:id/',
    {
      config: openTo('deliver'),
      schema: { params: IdParams, body: UpdateSection, response: { 200: Section } },
    },
    async (request) => updateSection(app.context, userOf(request), request.params.id, request.body),
  );

  answerDelete(app, '/sections/:id/', deleteSection);
};
