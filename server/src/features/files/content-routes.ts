import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { IdParams } from '@vitrin/shared/contract/common.ts';
import { NotFoundError } from '../../errors.ts';
import { contentDisposition } from '../../http/content-disposition.ts';
import { userOf } from '../../http/guards.ts';
import { sendBytes } from '../../http/send-bytes.ts';
import { isShownInline, PDF } from './media-type.ts';
import { getVisibleFile, openObject, type VisibleFile } from './service.ts';

const ContentQuery = z.object({ download: z.string().optional() });
const ThumbnailQuery = z.object({ size: z.string().optional() });

/** What an uploaded file may do in a browser: be looked at. */
const SANDBOX = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

/** The bytes of files and thumbnails, for whoever may see the project. */
export const contentRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', requireUserOrLogin);

  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:id/content/',
    config: { transfer: true },
    schema: { params: IdParams, querystring: ContentQuery },
    handler: async (request, reply) => {
      const file = await getVisibleFile(app.context, userOf(request), request.params.id);
      const isDownload = request.query.download === '1' || !isShownInline(file.media_type);
      sendContentHeaders(reply, file, isDownload);
      return sendBytes(request, reply, {
        size: file.size_bytes,
        etag: `"f${file.id}"`,
        mediaType: file.media_type,
        open: (range) => openObject(app.context, file.id, file.storage_key, range),
      });
    },
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:id/thumbnail/',
    schema: { params: IdParams, querystring: ThumbnailQuery },
    handler: async (request, reply) => {
      const file = await getVisibleFile(app.context, userOf(request), request.params.id);
      const isLarge = request.query.size === 'large';
      const key = isLarge ? file.thumbnail_large_key : file.thumbnail_key;
      const size = isLarge ? file.thumbnail_large_bytes : file.thumbnail_bytes;
      if (key === null || size === null) throw new NotFoundError();
      reply.header('content-security-policy', `${SANDBOX}; frame-ancestors 'none'`);
      return sendBytes(request, reply, {
        size,
        etag: `"t${file.id}-${key.slice(0, 8)}"`,
        mediaType: 'image/webp',
        open: (range) => openObject(app.context, file.id, key, range),
      });
    },
  });
};

/** Guests get 401; one who opened the address in a tab goes to the login and comes back. */
async function requireUserOrLogin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.session?.user && isPageNavigation(request)) {
    reply.header('cache-control', 'no-store');
    await reply.redirect(`/login?next=${encodeURIComponent(request.url)}`, 302);
    return;
  }
  userOf(request);
}

function isPageNavigation({ method, headers }: FastifyRequest): boolean {
  if (method !== 'GET') return false;
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined) return destination === 'document';
  return headers.accept?.includes('text/html') ?? false;
}

function sendContentHeaders(reply: FastifyReply, file: VisibleFile, isDownload: boolean): void {
  const isFramed = file.media_type === PDF && !isDownload;
  reply
    .header('content-disposition', contentDisposition(isDownload ? 'attachment' : 'inline', file.name))
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-security-policy',
      isFramed ? "sandbox; frame-ancestors 'self'" : `${SANDBOX}; frame-ancestors 'none'`,
    );
  if (isFramed) reply.header('x-frame-options', 'SAMEORIGIN');
}
