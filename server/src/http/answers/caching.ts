import { hash, webcrypto } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag } from '@vitrin/engine/answers/byte-ranges.ts';

const USUAL = 'private, no-cache';

/** Sets the Cache-Control of all routes of a scope. Call it before the routes. */
export function cacheAs(app: FastifyInstance, cacheControl: string): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, cacheControl };
  });
}

/** Tags JSON answers by their bytes, so that unchanged ones are not sent again; refusals and no-store have no tag. */
export function labelAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isLarge = Buffer.isBuffer(payload);
    if ((typeof payload !== 'string' && !isLarge) || !isJson(reply)) return done(null, payload);
    const { cacheControl = USUAL } = request.routeOptions.config;
    const label = reply.statusCode < 400 || cacheControl !== USUAL ? cacheControl : 'no-store';
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', label);
    if (!isLook(request) || reply.statusCode !== 200 || cacheControl !== USUAL) return done(null, payload);
    const end = (tag: string) => {
      reply.header('etag', tag);
      if (!matchesTag(request.headers['if-none-match'], tag)) return done(null, payload);
      reply.code(304).removeHeader('content-type');
      return done(null, null);
    };
    if (!isLarge) return end(existingTag(reply) ?? tagOf(payload));
    // Hashed on another thread, because an answer may have tens of megabytes.
    webcrypto.subtle
      .digest('SHA-256', payload as Buffer<ArrayBuffer>)
      .then((digest) => end(labelOf(Buffer.from(digest).toString('base64url'))), done);
  });
}

function tagOf(payload: string): string {
  return labelOf(hash('sha256', payload, 'base64url'));
}

function labelOf(sha256: string): string {
  return `"${sha256.slice(0, 27)}"`;
}

function existingTag(reply: FastifyReply): string | undefined {
  const tag = reply.getHeader('etag');
  return typeof tag === 'string' ? tag : undefined;
}

function isJson(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('application/json');
}

function isLook({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}
