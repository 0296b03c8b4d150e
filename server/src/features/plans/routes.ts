import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { PlanPage } from '@vitrin/shared/contract/plans.ts';
import { toUnpaged } from '../../http/answers/paging.ts';
import { getPlans } from './service.ts';

/** Public, because the landing page shows the plans to guests. */
export const planRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get('/subscription_plans/', { schema: { response: { 200: PlanPage } } }, async (request) =>
    toUnpaged(await getPlans(app.context, request.session?.user ?? null, request.language)),
  );
};
