import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { matchesTag } from '@vitrin/engine/answers/byte-ranges.ts';
import { getNews, getOwnCalendar } from './feed-service.ts';

const SecretParams = z.object({ secret: z.string() });

/** Routes of the secret address that programs read: the one exception to no address without a session. */
export const feedRoutes: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/feeds/:secret/calendar.ics',
    schema: { params: SecretParams },
    handler: async (request, reply) =>
      sendText(request, reply, 'text/calendar', await getOwnCalendar(app.context, request.params.secret)),
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/feeds/:secret/news.atom',
    schema: { params: SecretParams },
    handler: async (request, reply) =>
      sendText(request, reply, 'application/atom+xml', await getNews(app.context, request.params.secret)),
  });
};

function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  mediaType: string,
  text: string,
): FastifyReply {
  const tag = `"${hash('sha256', text, 'base64url').slice(0, 27)}"`;
  reply
    .header('cache-control', 'private, no-cache')
    .header('etag', tag)
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex');
  if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type(`${mediaType}; charset=utf-8`).send(text);
}
