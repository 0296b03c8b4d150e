import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ArchiveExport, CurrentExport } from '@vitrin/shared/contract/archives.ts';
import { contentDisposition } from '@vitrin/engine/answers/content-disposition.ts';
import { cacheAs } from '../../../http/answers/caching.ts';
import { sendBytes } from '../../../http/answers/send-bytes.ts';
import { requireFreelancer, userOf } from '../../../http/guards/guards.ts';
import { beginExport, dropExport, getArchive, getExport } from './exports.ts';
import { readArchive } from './read-archive.ts';

export const exportRoutes: FastifyPluginAsyncZod = async (app) => {
  cacheAs(app, 'no-store');
  app.addHook('onRequest', requireFreelancer);

  app.get('/export/', { schema: { response: { 200: CurrentExport } } }, async (request) => ({
    export: await getExport(app.context, userOf(request)),
  }));

  app.post('/export/', { schema: { response: { 201: ArchiveExport } } }, async (request, reply) =>
    reply.code(201).send(await beginExport(app.context, userOf(request))),
  );

  app.delete('/export/', async (request, reply) => {
    await dropExport(app.context, userOf(request));
    return reply.code(204).send();
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/export/archive/',
    config: { transfer: true },
    handler: async (request, reply) => {
      const { context, transfers } = app;
      const user = userOf(request);
      const { name, ...archive } = await getArchive(context, user);
      reply.header('content-disposition', contentDisposition('attachment', name));
      return sendBytes(request, reply, {
        size: archive.size_bytes,
        etag: `"x${archive.id}"`,
        mediaType: 'application/zip',
        open: async (range, holder) => readArchive(context, archive, range, holder),
        check: async () => {},
        watch: (body) => transfers.watch({ user, session: request.session, isOwn: true }, body),
      });
    },
  });
};
