import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { GivenText } from '@vitrin/shared/contract/common.ts';
import { NoticeChoice, NoticeChoices, Unsubscribe } from '@vitrin/shared/contract/notices.ts';
import { cacheAs } from '../../http/answers/caching.ts';
import { requireUser, userOf } from '../../http/guards/guards.ts';
import { choose, getChoices, getUnsubscription, unsubscribe } from './choices.ts';

const KeyQuery = z.object({ key: GivenText });

/** Routes of the choice of email notifications (specification 9.14). */
export const noticeRoutes: FastifyPluginAsyncZod = async (app) => {
  cacheAs(app, 'no-store');

  app.get(
    '/notices/choices/',
    { onRequest: requireUser, schema: { response: { 200: NoticeChoices } } },
    async (request) => getChoices(app.context, userOf(request)),
  );

  app.patch(
    '/notices/choices/',
    { onRequest: requireUser, schema: { body: NoticeChoice, response: { 200: NoticeChoices } } },
    async (request) => choose(app.context, userOf(request), request.body),
  );

  app.get(
    '/notices/unsubscribe/',
    { schema: { querystring: KeyQuery, response: { 200: NoticeChoice } } },
    async (request) => getUnsubscription(app.context, request.query.key),
  );

  app.post(
    '/notices/unsubscribe/',
    { schema: { body: Unsubscribe, response: { 200: NoticeChoice } } },
    async (request) => unsubscribe(app.context, request.body.key, request.body.wanted),
  );
};

/** A mail program's own button sends a few dozen bytes. */
const ONE_CLICK_BYTES = 4 * 1024;

/** Serves unsubscription by RFC 8058: a POST without a cookie; the key names account and kind, the body is ignored. */
export const oneClickRoutes: FastifyPluginAsyncZod = async (app) => {
  cacheAs(app, 'no-store');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: ONE_CLICK_BYTES }, (_request, _body, done) =>
    done(null, undefined),
  );

  app.get('/notices/one-click/', { schema: { querystring: KeyQuery } }, async (request, reply) => {
    const query = new URLSearchParams({ key: request.query.key });
    return reply.header('cache-control', 'no-store').redirect(`/unsubscribe?${query.toString()}`, 302);
  });

  app.post(
    '/notices/one-click/',
    { config: { csrf: 'signature' }, schema: { querystring: KeyQuery, response: { 200: NoticeChoice } } },
    async (request) => unsubscribe(app.context, request.query.key),
  );
};
