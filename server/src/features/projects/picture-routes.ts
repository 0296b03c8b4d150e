import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { IdParams } from '@vitrin/shared/contract/common.ts';
import { requireUser, userOf } from '../../http/guards/guards.ts';
import { showInClientView } from '../../http/guards/client-view.ts';
import { sendBytes } from '../../http/answers/send-bytes.ts';
import { readPicture, requirePictureBytes } from '../pictures/read-picture.ts';
import { getVisiblePicture } from './picture.ts';

/** Content-Security-Policy of a picture in the browser: it may be looked at, and run nothing. */
const SANDBOX = "sandbox; default-src 'none'; style-src-attr 'unsafe-inline'; frame-ancestors 'none'";

export const textPictureRoutes: FastifyPluginAsyncZod = async (app) => {
  showInClientView(app);
  app.addHook('onRequest', requireUser);

  app.route({
    method: ['GET', 'HEAD'],
    url: '/pictures/:id/',
    schema: { params: IdParams },
    handler: async (request, reply) => {
      const picture = await getVisiblePicture(app.context, userOf(request), request.params.id);
      reply
        .header('content-security-policy', SANDBOX)
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', 'inline');
      return sendBytes(request, reply, {
        size: picture.size_bytes,
        etag: `"p${picture.id}"`,
        mediaType: picture.media_type,
        open: (range) => readPicture(app.context, picture, range),
        check: () => requirePictureBytes(app.context, picture),
      });
    },
  });
};
