import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { IdParams, IdText } from '@vitrin/shared/contract/common.ts';
import { ProjectFile, ProjectFilePage } from '@vitrin/shared/contract/files.ts';
import { requireUser, userOf } from '../../http/guards.ts';
import { toUnpaged } from '../../http/paging.ts';
import { deleteFile, getFiles } from './service.ts';
import { acceptMultipart, incomingParts } from './multipart-routes.ts';
import { uploadFile } from './upload-file.ts';

const FilesQuery = z.object({ version: IdText });

export const fileRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', requireUser);
  acceptMultipart(app);

  app.get(
    '/files/',
    { schema: { querystring: FilesQuery, response: { 200: ProjectFilePage } } },
    async (request) => toUnpaged(await getFiles(app.context, userOf(request), request.query.version)),
  );

  app.post(
    '/files/',
    {
      config: { transfer: true },
      schema: { consumes: ['multipart/form-data'], response: { 201: ProjectFile } },
    },
    async (request, reply) =>
      reply.code(201).send(await uploadFile(app.context, userOf(request), incomingParts(request))),
  );

  app.delete('/files/:id/', { schema: { params: IdParams } }, async (request, reply) => {
    await deleteFile(app.context, userOf(request), request.params.id);
    return reply.code(204).send();
  });
};
