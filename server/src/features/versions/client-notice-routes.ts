import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { IdParams } from '@vitrin/shared/contract/common.ts';
import { MailPreview, ReadyMessage, VersionNotices } from '@vitrin/shared/contract/notices.ts';
import { cacheAs } from '../../http/answers/caching.ts';
import { requireUser, userOf } from '../../http/guards/guards.ts';
import { openTo } from '../../http/guards/tokens.ts';
import { getMessage, getNoticesOf, getReminder, sendNotice } from './client-notices.ts';

/** A message may hold a registration link, so caches store none (specification 9.15). */
export const clientNoticeRoutes: FastifyPluginAsyncZod = async (app) => {
  cacheAs(app, 'no-store');
  app.addHook('onRequest', requireUser);

  app.get(
    '/versions/:id/notices/',
    { config: openTo('read'), schema: { params: IdParams, response: { 200: VersionNotices } } },
    async (request) => getNoticesOf(app.context, userOf(request), request.params.id),
  );

  app.post(
    '/versions/:id/tell/',
    { config: openTo('deliver'), schema: { params: IdParams, response: { 200: VersionNotices } } },
    async (request) => sendNotice(app.context, userOf(request), request.params.id, 'version_ready'),
  );

  app.get(
    '/versions/:id/reminder/',
    { schema: { params: IdParams, response: { 200: MailPreview } } },
    async (request) => getReminder(app.context, userOf(request), request.params.id),
  );

  app.post(
    '/versions/:id/reminder/',
    { schema: { params: IdParams, response: { 200: VersionNotices } } },
    async (request) => sendNotice(app.context, userOf(request), request.params.id, 'version_reminder'),
  );

  app.get(
    '/versions/:id/message/',
    { schema: { params: IdParams, response: { 200: ReadyMessage } } },
    async (request) => getMessage(app.context, userOf(request), request.params.id),
  );
};
