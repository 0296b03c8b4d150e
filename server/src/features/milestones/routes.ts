import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { IdParams, ProjectQuery } from '@vitrin/shared/contract/common.ts';
import {
  CreateMilestone,
  Milestone,
  MilestonePage,
  UpdateMilestone,
} from '@vitrin/shared/contract/milestones.ts';
import { requireUser, userOf } from '../../http/guards.ts';
import { DESCRIPTION_BODY_LIMIT } from '../../http/limits.ts';
import { toUnpaged } from '../../http/paging.ts';
import { createMilestone, deleteMilestone, getMilestones, updateMilestone } from './service.ts';

export const milestoneRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', requireUser);

  app.get(
    '/milestones/',
    { schema: { querystring: ProjectQuery, response: { 200: MilestonePage } } },
    async (request) => toUnpaged(await getMilestones(app.context, userOf(request), request.query.project)),
  );

  app.post(
    '/milestones/',
    { bodyLimit: DESCRIPTION_BODY_LIMIT, schema: { body: CreateMilestone, response: { 201: Milestone } } },
    async (request, reply) =>
      reply.code(201).send(await createMilestone(app.context, userOf(request), request.body)),
  );

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: '/milestones/:id/',
      bodyLimit: DESCRIPTION_BODY_LIMIT,
      schema: { params: IdParams, body: UpdateMilestone, response: { 200: Milestone } },
      handler: async (request) =>
        updateMilestone(app.context, userOf(request), request.params.id, request.body),
    });
  }

  app.delete('/milestones/:id/', { schema: { params: IdParams } }, async (request, reply) => {
    await deleteMilestone(app.context, userOf(request), request.params.id);
    return reply.code(204).send();
  });
};
