import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { IdParams } from '@vitrin/shared/contract/common.ts';
import { ZipQuery } from '@vitrin/shared/contract/zips.ts';
import { contentDisposition } from '@vitrin/engine/answers/content-disposition.ts';
import { requireUserOrLogin, userOf } from '../../../http/guards/guards.ts';
import { showInClientView } from '../../../http/guards/client-view.ts';
import { firstByteSent, type SentBytes } from '@vitrin/engine/answers/byte-answers.ts';
import { sendBytes } from '../../../http/answers/send-bytes.ts';
import { openTo } from '../../../http/guards/tokens.ts';
import { noteDelivery } from '../../deliveries/service.ts';
import { recordEvent } from '../../events/service.ts';
import { openArchive, requireFirstObjects } from './archive.ts';
import { keepForDownload } from '../web-size/ask.ts';
import { getZip, noteZip } from './zip.ts';

/** Serves all or chosen files of a version as one archive; an interrupted download can be resumed. */
export const zipRoutes: FastifyPluginAsyncZod = async (app) => {
  showInClientView(app);
  app.addHook('onRequest', requireUserOrLogin);

  app.route({
    method: ['GET', 'HEAD'],
    url: '/versions/:id/zip/',
    config: { transfer: true, ...openTo('read') },
    schema: { params: IdParams, querystring: ZipQuery },
    handler: async (request, reply) => {
      const { context, transfers } = app;
      const user = userOf(request);
      const { params, query } = request;
      let zip = await getZip(context, user, params.id, query);
      const drawn = zip.contents.files.flatMap((file) => ('isDrawn' in file ? [file.id] : []));
      if (request.method === 'GET' && (await keepForDownload(context, drawn)))
        zip = await getZip(context, user, params.id, query);
      const { version_id, project_id, owner_id } = zip;
      reply.header('content-disposition', contentDisposition('attachment', zip.name));
      const note = noteDelivery(context, user, owner_id, request.headers['user-agent']);
      const bytes: SentBytes = {
        size: zip.size,
        etag: zip.etag,
        mediaType: 'application/zip',
        open: (range, holder) => openArchive(context, zip.contents, range, holder),
        check: () => requireFirstObjects(context, zip.contents),
        watch: (body) => transfers.watch({ user, session: request.session, version_id }, body),
        onTaken: note && ((range) => noteZip(zip, range, note)),
      };
      await sendBytes(request, reply, bytes);
      if (firstByteSent(request, bytes) === 0)
        recordEvent(context, user, { kind: 'zip_downloaded', owner_id, project_id, version_id });
      return reply;
    },
  });
};
