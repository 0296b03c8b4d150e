import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { FilesQuery, IdParams } from '@vitrin/shared/contract/common.ts';
import {
  CreateProject,
  Project,
  ProjectFilters,
  ProjectPage,
  ProjectsSummary,
  UpdateProject,
} from '@vitrin/shared/contract/projects.ts';
import { UpdatedQuery } from '@vitrin/shared/contract/updated-since.ts';
import { answerDelete } from '../../http/answers/answer-delete.ts';
import { requireFreelancer, requireUser, userOf } from '../../http/guards/guards.ts';
import { showInClientView } from '../../http/guards/client-view.ts';
import { isLook } from '../../http/guards/looks.ts';
import { DESCRIPTION_BODY_LIMIT } from '../../http/guards/limits.ts';
import { PageQuery, readPaging, toPage } from '../../http/answers/paging.ts';
import { openTo } from '../../http/guards/tokens.ts';
import { getProject } from './project-detail.ts';
import { findProjects } from './project-list.ts';
import { createProject, deleteProject, getProjectsSummary, updateProject } from './service.ts';

const LIST = '/api/projects/';
const ListQuery = PageQuery.extend(ProjectFilters.shape).extend(UpdatedQuery.shape);

export const projectRoutes: FastifyPluginAsyncZod = async (app) => {
  showInClientView(app);
  app.addHook('onRequest', requireUser);

  app.get(
    '/projects/',
    {
      config: { isKept: true, ...openTo('read') },
      schema: { querystring: ListQuery, response: { 200: ProjectPage } },
    },
    async (request) => {
      const { query } = request;
      const paging = readPaging(query);
      const { page: _page, customer, ...kept } = query;
      const { results, count } = await findProjects(app.context, userOf(request), query, paging);
      return toPage(paging, count, results, LIST, { ...kept, customer: customer?.toString() });
    },
  );

  app.get(
    '/projects/get_projects_summary/',
    { config: { isKept: true, ...openTo('read') }, schema: { response: { 200: ProjectsSummary } } },
    async (request) => getProjectsSummary(app.context, userOf(request)),
  );

  app.get(
    '/projects/:id/',
    {
      config: { isKept: true, ...openTo('read') },
      schema: { params: IdParams, querystring: FilesQuery, response: { 200: Project } },
    },
    async (request) =>
      getProject(app.context, userOf(request), request.params.id, {
        withFiles: request.query.files !== 'none',
        isLook: isLook(request),
      }),
  );

  app.post(
    '/projects/',
    {
      config: { isCreation: true, ...openTo('manage', 'account') },
      bodyLimit: DESCRIPTION_BODY_LIMIT,
      onRequest: requireFreelancer,
      schema: { body: CreateProject, response: { 201: Project } },
    },
    async (request, reply) =>
      reply.code(201).send(await createProject(app.context, userOf(request), request.body)),
  );

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/projects/:id/',
    config: openTo('manage'),
    bodyLimit: DESCRIPTION_BODY_LIMIT,
    schema: { params: IdParams, body: UpdateProject, response: { 200: Project } },
    handler: async (request) => updateProject(app.context, userOf(request), request.params.id, request.body),
  });

  answerDelete(app, '/projects/:id/', deleteProject);
};
