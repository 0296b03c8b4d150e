import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { GivenText, IdParams } from '@vitrin/shared/contract/common.ts';
import { FileSize } from '@vitrin/shared/contract/zips.ts';
import { fileKindOf } from '@vitrin/shared/rules/file-kind.ts';
import type { Context } from '../../../context.ts';
import { NotFoundError } from '../../../errors.ts';
import { contentDisposition } from '@vitrin/engine/answers/content-disposition.ts';
import { requireUserOrLogin, userOf } from '../../../http/guards/guards.ts';
import { showInClientView } from '../../../http/guards/client-view.ts';
import { firstByteSent, type SentBytes } from '@vitrin/engine/answers/byte-answers.ts';
import { atEnd } from '@vitrin/engine/requests/request-end.ts';
import { sendBytes } from '../../../http/answers/send-bytes.ts';
import { openTo } from '../../../http/guards/tokens.ts';
import { noteDelivery } from '../../deliveries/service.ts';
import { recordEvent } from '../../events/service.ts';
import { askForDerived } from '../derived/ask.ts';
import { noteShown } from '../derived/shown.ts';
import { PDF } from '@vitrin/engine/media-types/media-type.ts';
import { isShownInline } from './shown-inline.ts';
import { getWebSize } from '../web-size/get-web-size.ts';
import type { WebSize } from '../web-size/in-web-size.ts';
import { drawPart } from '../thumbnails/drawn-parts.ts';
import { getVisibleFile, openObject, requireObject, type VisibleFile } from '../service.ts';

const ContentQuery = z.object({ download: GivenText.optional(), size: FileSize.optional() });
const ThumbnailQuery = z.object({
  size: GivenText.optional(),
  page: GivenText.optional(),
  moment: GivenText.optional(),
});

/** Content-Security-Policy of an uploaded file: the browser may show it, and run nothing of it. */
const SANDBOX =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src-attr 'unsafe-inline'";

export const contentRoutes: FastifyPluginAsyncZod = async (app) => {
  showInClientView(app);
  app.addHook('onRequest', requireUserOrLogin);

  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:id/content/',
    config: { transfer: true, ...openTo('read') },
    schema: { params: IdParams, querystring: ContentQuery },
    handler: async (request, reply) => {
      const { context } = app;
      const user = userOf(request);
      const file = await getVisibleFile(context, user, request.params.id);
      const isDownload = request.query.download === '1';
      const web =
        request.query.size === 'web'
          ? await getWebSize(context, file, {
              isTaken: request.method === 'GET',
              readAgain: () => getVisibleFile(context, user, file.id),
            })
          : undefined;
      const shown = web ? { name: web.name, media_type: web.mediaType } : file;
      sendContentHeaders(reply, shown, isDownload || !isShownInline(shown.media_type));
      const delivered = { ...idsOf(file), size_bytes: file.size_bytes };
      // A picture made of the file is no delivery of the file.
      const note =
        isDownload && !web
          ? noteDelivery(context, user, file.owner_id, request.headers['user-agent'])
          : undefined;
      const bytes: SentBytes = {
        ...contentOf(app, request, file, web),
        onTaken: note && ((range) => note(delivered, range)),
      };
      const address = isDownload && !web ? await signedAddress(context, request, file) : undefined;
      if (address === undefined) await sendBytes(request, reply, bytes);
      else {
        // The bucket sends these bytes itself and does not report how many.
        note?.(delivered, 'store');
        await reply.header('cache-control', 'no-store').redirect(address, 302);
      }
      if (isDownload && firstByteSent(request, bytes) === 0)
        recordEvent(context, user, { kind: 'file_downloaded', ...idsOf(file) });
      return reply;
    },
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:id/preview/',
    config: { transfer: true, ...openTo('read') },
    schema: { params: IdParams },
    handler: async (request, reply) => {
      const { context, transfers } = app;
      const user = userOf(request);
      const file = await getVisibleFile(context, user, request.params.id);
      const { preview_key: key, preview_bytes: size } = file;
      if (key === null || size === null) throw await missingOf(context, file);
      noteShown(context, file.id);
      sendContentHeaders(reply, file, false);
      const access = { user, session: request.session, file_id: file.id };
      return sendBytes(request, reply, {
        size,
        etag: `"p${file.id}-${key.slice(0, 8)}"`,
        mediaType: previewType(file),
        open: (range, holder) => openObject(context, file.id, key, range, holder),
        check: () => requireObject(context, file.id, key, size),
        watch: (body) => transfers.watch(access, body),
      });
    },
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:id/thumbnail/',
    config: openTo('read'),
    schema: { params: IdParams, querystring: ThumbnailQuery },
    handler: async (request, reply) => {
      const user = userOf(request);
      const file = await getVisibleFile(app.context, user, request.params.id);
      const { size: named, page = '1', moment } = request.query;
      const { key, size, mediaType = 'image/webp' } = thumbnailOf(file, named);
      if (key === null || size === null) throw await missingOf(app.context, file);
      const isWhole = page === '1' && moment === undefined;
      const asked = { page, moment, size: named, atEnd: (leave: () => void) => atEnd(request, leave) };
      const drawn = isWhole ? undefined : await drawPart(app.context, user, file, asked);
      noteShown(app.context, file.id);
      reply.header('content-security-policy', `${SANDBOX}; frame-ancestors 'none'`);
      if (drawn)
        return sendBytes(request, reply, {
          size: drawn.bytes.length,
          etag: drawn.etag,
          mediaType: 'image/webp',
          open: async ({ start, end }) => drawn.bytes.subarray(start, end + 1),
          check: async () => {},
        });
      return sendBytes(request, reply, {
        size,
        etag: `"t${file.id}-${key.slice(0, 8)}"`,
        mediaType,
        open: (range, holder) => openObject(app.context, file.id, key, range, holder),
        check: () => requireObject(app.context, file.id, key, size),
      });
    },
  });
};

/** Returns the error for a missing picture; asks for it again where it was removed for the budget. */
async function missingOf(context: Context, { id, is_derived_away }: VisibleFile): Promise<NotFoundError> {
  if (is_derived_away) await askForDerived(context, [id]);
  return new NotFoundError();
}

/** Returns the key and bytes of the thumbnail of this size, by default of the small one. */
function thumbnailOf(file: VisibleFile, size: string | undefined) {
  if (size === 'large') return { key: file.thumbnail_large_key, size: file.thumbnail_large_bytes };
  // The wave of a sound is transparent, which a jpeg cannot be.
  if (size === 'whole') {
    const mediaType = file.media_type.startsWith('audio/') ? 'image/webp' : 'image/jpeg';
    return { key: file.whole_key, size: file.whole_bytes, mediaType };
  }
  if (size === 'medium') return { key: file.thumbnail_medium_key, size: file.thumbnail_medium_bytes };
  return { key: file.thumbnail_key, size: file.thumbnail_bytes };
}

function previewType({ media_type, name }: VisibleFile): string {
  const kind = fileKindOf(media_type, name);
  if (kind === 'audio') return 'audio/mp4';
  return kind === 'video' ? 'video/mp4' : PDF;
}

function sendContentHeaders(
  reply: FastifyReply,
  file: Pick<VisibleFile, 'name' | 'media_type'>,
  isDownload: boolean,
): void {
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

function contentOf(
  { context, transfers }: FastifyInstance,
  request: FastifyRequest,
  file: VisibleFile,
  web: WebSize | undefined,
): SentBytes {
  const access = { user: userOf(request), session: request.session, file_id: file.id };
  const { key, size, mediaType } = web ?? {
    key: file.storage_key,
    size: file.size_bytes,
    mediaType: file.media_type,
  };
  return {
    size,
    etag: web ? `"w${file.id}-${key.slice(0, 16)}"` : `"f${file.id}"`,
    mediaType,
    open: (range, holder) => openObject(context, file.id, key, range, holder),
    check: () => requireObject(context, file.id, key, size),
    watch: (body) => transfers.watch(access, body),
  };
}

/** Returns a signed address of the bucket, only for a whole file with S3_REDIRECT on; otherwise undefined. */
async function signedAddress(
  { storage }: Context,
  request: FastifyRequest,
  file: VisibleFile,
): Promise<string | undefined> {
  if (request.method === 'HEAD' || request.headers.range !== undefined) return undefined;
  const headers = {
    contentDisposition: contentDisposition('attachment', file.name),
    mediaType: file.media_type,
  };
  return storage.signedUrl?.(file.storage_key, headers);
}

function idsOf({ id, version_id, project_id, owner_id }: VisibleFile) {
  return { file_id: id, version_id, project_id, owner_id };
}
