import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ChangesPosition, ChangesQuery } from '@vitrin/shared/contract/changes.ts';
import { requireUser, userOf } from '../../http/guards/guards.ts';
import { atEnd, countAsAnswered } from '@vitrin/engine/requests/request-end.ts';
import type { Sink } from './open-streams.ts';
import type { ChangeStreams } from './streams.ts';

/** Hints are short, so a reader with this much unread has stopped reading. */
const MAX_UNREAD_BYTES = 64 * 1024;

declare module 'fastify' {
  interface FastifyInstance {
    changeStreams: ChangeStreams;
  }
}

/** Serves hints of changes as server-sent events, or the position to start from (specification 9.12). */
export const changeRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', requireUser);

  app.get(
    '/changes/',
    {
      schema: { querystring: ChangesQuery, response: { 200: ChangesPosition } },
      config: { cacheControl: 'no-store' },
    },
    async (request, reply) => {
      if (!wantsStream(request)) return { last_event_id: await app.changeStreams.position() };
      const { after, age: ageSeconds } = request.query;
      const lastEventId = request.headers['last-event-id'];
      const id = typeof lastEventId === 'string' ? lastEventId : after;
      const reader = { user: userOf(request), sessionId: request.session?.id ?? 0, from: { id, ageSeconds } };
      const body = new Readable({ read() {} });
      const close = await app.changeStreams.open(reader, () => sinkOf(body, request.raw.socket));
      atEnd(request, close);
      countAsAnswered(request, reply.statusCode);
      sendStream(reply, body);
      return reply;
    },
  );
};

function wantsStream({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept?.includes('text/event-stream') ?? false);
}

function sendStream(reply: FastifyReply, body: Readable): void {
  void reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    // A proxy of nginx's kind would hold hints back until its buffer is full.
    .header('x-accel-buffering', 'no')
    .send(body);
}

function sinkOf(body: Readable, socket: Socket): Sink {
  return {
    write(text) {
      if (body.destroyed) return false;
      body.push(text);
      if (body.readableLength + socket.writableLength <= MAX_UNREAD_BYTES) return true;
      socket.destroy();
      return false;
    },
    end(text) {
      body.push(text);
      body.push(null);
    },
  };
}
