import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ErrorDetail, GivenText } from '@vitrin/shared/contract/common.ts';
import { SecurityEventPage, ReclaimInfo } from '@vitrin/shared/contract/account/security.ts';
import { cacheAs } from '../../../http/answers/caching.ts';
import { requireUser, userOf } from '../../../http/guards/guards.ts';
import { PageQuery, readPaging, toPage } from '../../../http/answers/paging.ts';
import { translate } from '../../../i18n/messages.ts';
import { limitByAddress, visitorOf } from '../replies.ts';
import { getSecurityEvents } from './events.ts';
import { getReclaimInfo, reclaimAccount } from './reclaim.ts';

const RECLAIM_LIMIT = { amount: 20, seconds: 60 };

/** Serves the user's security events, and the link that takes an account back; errors have the ordinary shape. */
export const securityRoutes: FastifyPluginAsyncZod = async (app) => {
  const limitReclaims = limitByAddress('take_back', RECLAIM_LIMIT);
  cacheAs(app, 'no-store');

  app.get(
    '/security_events/',
    { onRequest: requireUser, schema: { querystring: PageQuery, response: { 200: SecurityEventPage } } },
    async (request) => {
      const paging = readPaging(request.query);
      const { count, results } = await getSecurityEvents(app.context, userOf(request), paging);
      return toPage(paging, count, results, '/api/security_events/', { limit: request.query.limit });
    },
  );

  app.get(
    '/users/take_back/',
    {
      onRequest: limitReclaims,
      schema: { querystring: z.object({ key: GivenText }), response: { 200: ReclaimInfo } },
    },
    async (request) => getReclaimInfo(app.context, request.query.key),
  );

  app.post(
    '/users/take_back/',
    {
      onRequest: limitReclaims,
      schema: { body: z.object({ key: GivenText }), response: { 200: ErrorDetail } },
    },
    async (request) => {
      await reclaimAccount(app.context, visitorOf(request), request.body.key);
      return { detail: translate(request.language, 'auth.account_was_taken_back') };
    },
  );
};
