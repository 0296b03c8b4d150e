import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ArchiveImports, ConfirmImport, ImportedReceipts } from '@vitrin/shared/contract/archives.ts';
import { IdParams, IdText } from '@vitrin/shared/contract/common.ts';
import { contentDisposition } from '@vitrin/engine/answers/content-disposition.ts';
import { cacheAs } from '../../../http/answers/caching.ts';
import { sendBytes } from '../../../http/answers/send-bytes.ts';
import { requireFreelancer, requireUser, userOf } from '../../../http/guards/guards.ts';
import { confirmImport, dropImport, getImports } from './imports.ts';
import { getImportedReceipt, getImportedReceipts, openImportedReceipt } from '../receipts/receipts.ts';

const ImportParams = z.object({ id: z.uuid() });
const ReceiptParams = IdParams.extend({ number: IdText });

export const importRoutes: FastifyPluginAsyncZod = async (app) => {
  cacheAs(app, 'no-store');

  app.get(
    '/imports/',
    { onRequest: requireFreelancer, schema: { response: { 200: ArchiveImports } } },
    async (request) => getImports(app.context, userOf(request), request.language),
  );

  app.post(
    '/imports/:id/bring/',
    { onRequest: requireFreelancer, schema: { params: ImportParams, body: ConfirmImport } },
    async (request, reply) => {
      await confirmImport(app.context, userOf(request), request.params.id, request.body);
      return reply.code(204).send();
    },
  );

  app.delete(
    '/imports/:id/',
    { onRequest: requireFreelancer, schema: { params: ImportParams } },
    async (request, reply) => {
      await dropImport(app.context, userOf(request), request.params.id);
      return reply.code(204).send();
    },
  );

  app.get(
    '/projects/:id/brought-receipts/',
    { onRequest: requireUser, schema: { params: IdParams, response: { 200: ImportedReceipts } } },
    async (request) => getImportedReceipts(app.context, userOf(request), request.params.id),
  );

  app.route({
    method: ['GET', 'HEAD'],
    url: '/projects/:id/brought-receipts/:number/',
    onRequest: requireUser,
    schema: { params: ReceiptParams },
    handler: async (request, reply) => {
      const { id, number } = request.params;
      const receipt = await getImportedReceipt(app.context, userOf(request), id, number);
      const name = `receipt ${id}-${number}.json`;
      reply
        .header('content-disposition', contentDisposition('attachment', name))
        .header('x-content-type-options', 'nosniff');
      return sendBytes(request, reply, {
        size: receipt.size_bytes,
        etag: `"r${receipt.sha256.slice(0, 32)}"`,
        mediaType: 'application/json',
        open: (range, holder) => openImportedReceipt(app.context, receipt, range, holder),
        check: async () => {},
      });
    },
  });
};
