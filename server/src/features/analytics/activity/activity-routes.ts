import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  ActivityPage,
  FileReceivers,
  LinkReceivers,
  VersionReceivers,
} from '@vitrin/shared/contract/figures/activity.ts';
import { IdParams } from '@vitrin/shared/contract/common.ts';
import { requireUser, userOf } from '../../../http/guards/guards.ts';
import { PageQuery, readPaging, toPage } from '../../../http/answers/paging.ts';
import { openTo } from '../../../http/guards/tokens.ts';
import { getActivity, getFileReceivers, getLinkReceivers, getVersionReceivers } from './activity.ts';

/** Customers' activity in a project, for its freelancer (specification 11.2). */
export const activityRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', requireUser);

  app.get(
    '/projects/:id/activity/',
    {
      config: openTo('read'),
      schema: { params: IdParams, querystring: PageQuery, response: { 200: ActivityPage } },
    },
    async (request) => {
      const { id } = request.params;
      const { page: _page, ...kept } = request.query;
      const paging = readPaging(request.query);
      const { count, results } = await getActivity(app.context, userOf(request), id, paging);
      return toPage(paging, count, results, `/api/projects/${id}/activity/`, kept);
    },
  );

  app.get(
    '/versions/:id/receivers/',
    { config: openTo('read'), schema: { params: IdParams, response: { 200: VersionReceivers } } },
    async (request) => getVersionReceivers(app.context, userOf(request), request.params.id),
  );

  app.get(
    '/files/:id/receivers/',
    { config: openTo('read'), schema: { params: IdParams, response: { 200: FileReceivers } } },
    async (request) => getFileReceivers(app.context, userOf(request), request.params.id),
  );

  app.get(
    '/links/:id/receivers/',
    { config: openTo('read'), schema: { params: IdParams, response: { 200: LinkReceivers } } },
    async (request) => getLinkReceivers(app.context, userOf(request), request.params.id),
  );
};
