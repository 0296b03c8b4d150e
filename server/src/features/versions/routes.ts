import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { FilesQuery, IdParams, ProjectQuery } from '@vitrin/shared/contract/common.ts';
import { UpdatedQuery } from '@vitrin/shared/contract/updated-since.ts';
import { CreateVersion, UpdateVersion, Version, VersionPage } from '@vitrin/shared/contract/versions.ts';
import { acceptForms } from '../../http/bodies/form-body.ts';
import { answerDelete } from '../../http/answers/answer-delete.ts';
import { requireUser, userOf } from '../../http/guards/guards.ts';
import { showInClientView } from '../../http/guards/client-view.ts';
import { DESCRIPTION_BODY_LIMIT } from '../../http/guards/limits.ts';
import { PageQuery, readPartsPaging, toPage, toUnpaged } from '../../http/answers/paging.ts';
import { openTo } from '../../http/guards/tokens.ts';
import { createVersion, deleteVersion, getAllVersions, getVersions, updateVersion } from './service.ts';

const ListQuery = ProjectQuery.extend(FilesQuery.shape).extend(PageQuery.shape).extend(UpdatedQuery.shape);

export const versionRoutes: FastifyPluginAsyncZod = async (app) => {
  showInClientView(app);
  app.addHook('onRequest', requireUser);
  acceptForms(app);

  app.get(
    '/versions/',
    { config: openTo('read'), schema: { querystring: ListQuery, response: { 200: VersionPage } } },
    async (request) => {
      const { project, files, updated_since, ...pageQuery } = request.query;
      const user = userOf(request);
      const listing = { withFiles: files !== 'none', since: updated_since };
      if (project !== undefined) return toUnpaged(await getVersions(app.context, user, project, listing));
      const paging = readPartsPaging(pageQuery);
      const { count, results } = await getAllVersions(app.context, user, paging, listing);
      return toPage(paging, count, results, '/api/versions/', {
        files,
        updated_since,
        limit: pageQuery.limit,
      });
    },
  );

  app.post(
    '/versions/',
    {
      config: { isCreation: true, ...openTo('deliver') },
      bodyLimit: DESCRIPTION_BODY_LIMIT,
      schema: { body: CreateVersion, response: { 201: Version } },
    },
    async (request, reply) =>
      reply.code(201).send(await createVersion(app.context, userOf(request), request.body)),
  );

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/versions/:id/',
    config: openTo('deliver'),
    bodyLimit: DESCRIPTION_BODY_LIMIT,
    schema: { params: IdParams, body: UpdateVersion, response: { 200: Version } },
    handler: async (request) => updateVersion(app.context, userOf(request), request.params.id, request.body),
  });

  answerDelete(app, '/versions/:id/', deleteVersion);
};
