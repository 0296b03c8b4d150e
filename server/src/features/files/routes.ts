import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Id, IdParams, IdText, SearchText } from '@vitrin/shared/contract/common.ts';
import {
  ProjectFile,
  ProjectFilePage,
  UpdateFile,
  UpdateFiles,
  UpdatedFiles,
} from '@vitrin/shared/contract/files.ts';
import { answerDelete } from '../../http/answers/answer-delete.ts';
import { requireUser, userOf } from '../../http/guards/guards.ts';
import { showInClientView } from '../../http/guards/client-view.ts';
import { FILES_BODY_LIMIT } from '../../http/guards/limits.ts';
import { PageQuery, readPartsPaging, toPage, toPart, toUnpaged } from '../../http/answers/paging.ts';
import { openTo } from '../../http/guards/tokens.ts';
import { deleteFile, getAllFiles, getFiles, getFirstFiles } from './service.ts';
import { acceptMultipart, incomingParts } from './uploads/multipart-routes.ts';
import { updateFile } from './update-file.ts';
import { updateFiles } from './update-files.ts';
import { uploadFile } from './uploads/upload-file.ts';

/** `first` and `also` are only for the files of one version. */
const FilesQuery = PageQuery.extend({
  version: IdText.optional(),
  search: SearchText.optional(),
  /** Limits the answer to this many files, in the order of the page, with the count of all. */
  first: z
    .string()
    .regex(/^[1-9]\d?$/)
    .transform(Number)
    .optional(),
  /** Adds one or two more files to the first ones, by their ids. */
  also: z
    .string()
    .regex(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9})?$/)
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(Id))
    .optional(),
});

export const fileRoutes: FastifyPluginAsyncZod = async (app) => {
  showInClientView(app);
  app.addHook('onRequest', requireUser);
  acceptMultipart(app);

  app.get(
    '/files/',
    { config: openTo('read'), schema: { querystring: FilesQuery, response: { 200: ProjectFilePage } } },
    async (request) => {
      const { version, search, first, also, ...pageQuery } = request.query;
      const user = userOf(request);
      if (version !== undefined && first !== undefined)
        return toPart(await getFirstFiles(app.context, user, version, { first, also }));
      if (version !== undefined) return toUnpaged(await getFiles(app.context, user, version));
      const paging = readPartsPaging(pageQuery);
      const { count, results } = await getAllFiles(app.context, user, paging, search);
      return toPage(paging, count, results, '/api/files/', { limit: pageQuery.limit, search });
    },
  );

  app.post(
    '/files/',
    {
      config: { transfer: true, ...openTo('deliver') },
      schema: { consumes: ['multipart/form-data'], response: { 201: ProjectFile } },
    },
    async (request, reply) =>
      reply.code(201).send(await uploadFile(app.context, userOf(request), incomingParts(request))),
  );

  app.patch(
    '/files/',
    {
      bodyLimit: FILES_BODY_LIMIT,
      config: openTo('deliver'),
      schema: { body: UpdateFiles, response: { 200: UpdatedFiles } },
    },
    async (request) => ({ files: await updateFiles(app.context, userOf(request), request.body) }),
  );

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/files/:id/',
    config: openTo('deliver'),
    schema: { params: IdParams, body: UpdateFile, response: { 200: ProjectFile } },
    handler: async (request) => updateFile(app.context, userOf(request), request.params.id, request.body),
  });

  answerDelete(app, '/files/:id/', deleteFile);
};
