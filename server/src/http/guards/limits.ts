import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJson } from '@vitrin/engine/bodies/json-body.ts';
import type { JsonLimits } from '@vitrin/engine/bodies/json-structure.ts';
import { receivedWithin } from '../bodies/received-body.ts';
import { refusalOfBody } from '../refusals/body-refusals.ts';
import type { RequestEnds } from '@vitrin/engine/requests/request-end.ts';

const BODY_DEADLINE_MILLISECONDS = 30_000;

/** Most bytes of a body where a route says nothing else: of guests, and of forms without long texts. */
export const BODY_LIMIT = 64 * 1024;

/** Most bytes of a body with a description, which may contain pictures. */
export const DESCRIPTION_BODY_LIMIT = 5 * 1024 * 1024;

export const FILES_BODY_LIMIT = 1024 * 1024;

/** The longest list of a route, 500 files with every changeable field, has fewer parts than this. */
const JSON_LIMITS: JsonLimits = { depth: 20, parts: 8000 };

/** Most bytes of request line and headers; longer ones get 431. */
export const HEADER_LIMIT = 16 * 1024;

/** Answers late bodies with 408, but not on routes that carry files. After an early answer the rest has as long to come. */
export function limitBodyTime(
  app: FastifyInstance,
  ends: Pick<RequestEnds, 'watch'>,
  milliseconds = BODY_DEADLINE_MILLISECONDS,
): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const isLimited = request.method !== 'GET' && !request.routeOptions.config.transfer;
    done(null, isLimited ? receivedWithin(payload, milliseconds) : payload);
  });
  ends.watch(({ outcome, raw }) => {
    if (outcome !== 'answered' || !raw || raw.complete || raw.destroyed) return;
    const timer = setTimeout(() => raw.destroy(), milliseconds).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}

/** Accepts JSON only, unless a feature adds a parser for its routes; an empty body counts as `{}`. */
export function parseJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => (body.length === 0 ? {} : readBody(body)),
  );
}

async function readBody(bytes: Buffer): Promise<unknown> {
  try {
    return await readJson(bytes, JSON_LIMITS);
  } catch (error) {
    throw refusalOfBody(error) ?? error;
  }
}
