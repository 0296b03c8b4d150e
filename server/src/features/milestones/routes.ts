import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { IdParams, ProjectQuery } from '@vitrin/shared/contract/common.ts';
import { UpdatedQuery } from '@vitrin/shared/contract/updated-since.ts';
import {
  CopiedMilestones,
  CopyMilestones,
  CreateMilestone,
  Milestone,
  MilestonePage,
  UpdateMilestone,
} from '@vitrin/shared/contract/milestones.ts';
import { ProjectCopy } from '@vitrin/shared/contract/projects.ts';
import { answerDelete } from '../../http/answers/answer-delete.ts';
import { requireUser, userOf } from '../../http/guards/guards.ts';
import { showInClientView } from '../../http/guards/client-view.ts';
import { DESCRIPTION_BODY_LIMIT } from '../../http/guards/limits.ts';
import { PageQuery, readPartsPaging, toPage, toUnpaged } from '../../http/answers/paging.ts';
import { openTo } from '../../http/guards/tokens.ts';
import { copyMilestones, duplicateProject } from './duplicate.ts';
import {
  createMilestone,
  deleteMilestone,
  getAllMilestones,
  getMilestones,
  updateMilestone,
} from './service.ts';

const ListQuery = ProjectQuery.extend(PageQuery.shape).extend(UpdatedQuery.shape);

export const milestoneRoutes: FastifyPluginAsyncZod = async (app) => {
  showInClientView(app);
  app.addHook('onRequest', requireUser);

  app.get(
    '/milestones/',
    { config: openTo('read'), schema: { querystring: ListQuery, response: { 200: MilestonePage } } },
    async (request) => {
      const { project, updated_since, ...pageQuery } = request.query;
      const user = userOf(request);
      if (project !== undefined)
        return toUnpaged(await getMilestones(app.context, user, project, updated_since));
      const paging = readPartsPaging(pageQuery);
      const { count, results } = await getAllMilestones(app.context, user, paging, updated_since);
      return toPage(paging, count, results, '/api/milestones/', { updated_since, limit: pageQuery.limit });
    },
  );

  app.post(
    '/milestones/',
    {
      config: { isCreation: true, ...openTo('manage') },
      bodyLimit: DESCRIPTION_BODY_LIMIT,
      schema: { body: CreateMilestone, response: { 201: Milestone } },
    },
    async (request, reply) =>
      reply.code(201).send(await createMilestone(app.context, userOf(request), request.body)),
  );

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/milestones/:id/',
    config: openTo('manage'),
    bodyLimit: DESCRIPTION_BODY_LIMIT,
    schema: { params: IdParams, body: UpdateMilestone, response: { 200: Milestone } },
    handler: async (request) =>
      updateMilestone(app.context, userOf(request), request.params.id, request.body),
  });

  answerDelete(app, '/milestones/:id/', deleteMilestone);

  app.post(
    '/projects/:id/duplicate/',
    {
      config: { isCreation: true, ...openTo('manage', 'account') },
      schema: { params: IdParams, response: { 201: ProjectCopy } },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(await duplicateProject(app.context, userOf(request), request.params.id, request.language)),
  );

  app.post(
    '/projects/:id/copy-milestones/',
    {
      config: { isCreation: true, ...openTo('manage') },
      schema: { params: IdParams, body: CopyMilestones, response: { 201: CopiedMilestones } },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(await copyMilestones(app.context, userOf(request), request.params.id, request.body)),
  );
};
