import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { GivenText, IdParams } from '@vitrin/shared/contract/common.ts';
import { ValidationError } from '../../../errors.ts';
import { contentDisposition } from '@vitrin/engine/answers/content-disposition.ts';
import { firstByteSent, type SentBytes } from '@vitrin/engine/answers/byte-answers.ts';
import { sendBytes } from '../../../http/answers/send-bytes.ts';
import { requireUserOrLogin, userOf } from '../../../http/guards/guards.ts';
import { pageLanguage, timeZoneOf } from '../../../http/pages/page-language.ts';
import { tenantOf } from '../../../http/guards/tenant-of-request.ts';
import { atEnd } from '@vitrin/engine/requests/request-end.ts';
import { showInClientView } from '../../../http/guards/client-view.ts';
import { noteDelivery } from '../../deliveries/service.ts';
import { recordEvent } from '../../events/service.ts';
import { openArchive, requireFirstObjects } from '../zip/archive.ts';
import { holdCopy } from './held-copies.ts';
import { getOffline, noteOffline } from './offline-copy.ts';

/** An interrupted download may be resumed this long under the time that it names. */
const LONGEST_AGO_MILLISECONDS = 7 * 24 * 3_600_000;
const LONGEST_AHEAD_MILLISECONDS = 24 * 3_600_000;

const OfflineQuery = z.object({
  /** The time that the copy states; equal times give equal bytes. */
  taken: z.string().max(40, { abort: true }).pipe(z.iso.datetime()).optional(),
  download: GivenText.optional(),
});

/** Serves a project as a folder for reading without a server; an interrupted download can be resumed. */
export const offlineRoutes: FastifyPluginAsyncZod = async (app) => {
  showInClientView(app);
  app.addHook('onRequest', requireUserOrLogin);

  app.route({
    method: ['GET', 'HEAD'],
    url: '/projects/:id/offline/',
    config: { transfer: true },
    schema: { params: IdParams, querystring: OfflineQuery },
    handler: async (request, reply) => {
      const { context, transfers } = app;
      const user = userOf(request);
      const asked = {
        language: pageLanguage(request),
        timeZone: timeZoneOf(request),
        takenAt: timeOf(request.query.taken, context.now()),
      };
      const { archive: made, ...copy } = await getOffline(
        context,
        user,
        request.params.id,
        asked,
        app.offlinePages,
      );
      const { owner_id, project_id, version_ids, etag } = copy;
      const { archive, release } = holdCopy(context, tenantOf(request), etag, made);
      atEnd(request, release);
      reply.header('content-disposition', contentDisposition('attachment', copy.name));
      const note = noteDelivery(context, user, owner_id, request.headers['user-agent']);
      const bytes: SentBytes = {
        size: archive.layout.size,
        etag,
        mediaType: 'application/zip',
        open: (range, holder) => openArchive(context, archive, range, holder),
        check: () => requireFirstObjects(context, archive),
        watch: (body) => transfers.watch({ user, session: request.session, project_id, version_ids }, body),
        onTaken: note && ((range) => noteOffline({ ...copy, archive }, range, note)),
      };
      await sendBytes(request, reply, bytes);
      if (firstByteSent(request, bytes) === 0)
        for (const version_id of copy.filledVersionIds)
          recordEvent(context, user, { kind: 'zip_downloaded', owner_id, project_id, version_id });
      return reply;
    },
  });
};

/** Returns the named time if a download may have begun then, otherwise the present. */
function timeOf(named: string | undefined, now: Date): Date {
  const time = named === undefined ? now : new Date(named);
  const ago = now.getTime() - time.getTime();
  if (ago > LONGEST_AGO_MILLISECONDS || -ago > LONGEST_AHEAD_MILLISECONDS)
    throw new ValidationError({ taken: 'fields.invalid' });
  // Archives and people know no parts of a second.
  return new Date(Math.floor(time.getTime() / 1000) * 1000);
}
