import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { FeedAnswer, NewFeed } from '@vitrin/shared/contract/calendars.ts';
import { cacheAs } from '../../../http/answers/caching.ts';
import { requireFreelancer, userOf } from '../../../http/guards/guards.ts';
import { requireRecentProof } from '../reauthentication/reauthentication-replies.ts';
import { limitByUser, visitorOf } from '../replies.ts';
import { endFeed, getFeed, makeFeed } from './feeds.ts';

const MANAGE_LIMIT = { amount: 10, seconds: 60 };

/** The secret address of a freelancer's calendar and feed, which its owner makes and ends (specification 5.18). */
export const ownFeedRoutes: FastifyPluginAsyncZod = async (app) => {
  cacheAs(app, 'no-store');
  const limitUser = limitByUser('manage_feed', MANAGE_LIMIT);

  app.get(
    '/account/feed/',
    { onRequest: requireFreelancer, schema: { response: { 200: FeedAnswer } } },
    async (request) => getFeed(app.context, userOf(request)),
  );

  app.post(
    '/account/feed/',
    {
      onRequest: [requireFreelancer, limitUser],
      preHandler: requireRecentProof,
      schema: { response: { 201: NewFeed } },
    },
    async (request, reply) =>
      reply.code(201).send(await makeFeed(app.context, visitorOf(request), userOf(request))),
  );

  app.delete('/account/feed/', { onRequest: [requireFreelancer, limitUser] }, async (request, reply) => {
    await endFeed(app.context, visitorOf(request), userOf(request));
    return reply.code(204).send();
  });
};
