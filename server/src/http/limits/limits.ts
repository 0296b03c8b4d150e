import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJson } from '../bodies/json-body.ts';
import { receivedWithin } from '../bodies/received-body.ts';

const BODY_DEADLINE_MILLISECONDS = 30_000;

/** Most bytes of a body where a route says nothing else: what guests send, and forms without long texts. */
export const BODY_LIMIT = 64 * 1024;

/** Where a description with pictures in it may come. */
export const DESCRIPTION_BODY_LIMIT = 5 * 1024 * 1024;

/** Request line and header fields together; what is longer is answered with 431. */
export const HEADER_LIMIT = 16 * 1024;

/** A body that trickles in is answered with 408, but on routes that carry files (those have an idle limit only). */
export function limitBodyTime(app: FastifyInstance, milliseconds = BODY_DEADLINE_MILLISECONDS): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    // The body of a GET is never read.
    const isLimited = request.method !== 'GET' && !request.routeOptions.config.transfer;
    done(null, isLimited ? receivedWithin(payload, milliseconds) : payload);
  });
}

/** JSON only, unless a feature adds a parser for its own routes; an empty body counts as `{}`. */
export function parseJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => (body.length === 0 ? {} : readJson(body)),
  );
}
