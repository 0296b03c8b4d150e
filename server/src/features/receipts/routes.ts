import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { IdParams } from '@vitrin/shared/contract/common.ts';
import { LedgerLine, LedgerLineQuery, ReceiptKeys, ReceiptQuery } from '@vitrin/shared/contract/receipts.ts';
import { contentDisposition } from '@vitrin/engine/answers/content-disposition.ts';
import { requireUser, userOf } from '../../http/guards/guards.ts';
import { openTo } from '../../http/guards/tokens.ts';
import { getLedgerLine, getReceiptKeys } from '../ledger/service.ts';
import { getReceipt, getReceiptPdf } from './service.ts';

/** The receipt of a project's deliveries (specification 11.4), and the keys that it is checked with. */
export const receiptRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/projects/:id/receipt/',
    {
      config: openTo('read'),
      onRequest: requireUser,
      schema: { params: IdParams, querystring: ReceiptQuery },
    },
    async (request, reply) => {
      const { format, language } = request.query;
      if (format === 'pdf') {
        const { id } = request.params;
        const { project, bytes } = await getReceiptPdf(
          app.context,
          userOf(request),
          id,
          language ?? request.language,
        );
        return reply
          .header('cache-control', 'no-store')
          .header('content-disposition', contentDisposition('attachment', `${project.name} receipt.pdf`))
          .type('application/pdf')
          .send(bytes);
      }
      const { project, text } = await getReceipt(app.context, userOf(request), request.params.id);
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', contentDisposition('attachment', `${project.name} receipt.json`))
        .type('application/json; charset=utf-8')
        .send(Readable.from(text, { objectMode: false }));
    },
  );

  app.get('/receipt-keys/', { schema: { response: { 200: ReceiptKeys } } }, async () =>
    getReceiptKeys(app.context),
  );

  app.get(
    '/ledger-lines/',
    { schema: { querystring: LedgerLineQuery, response: { 200: LedgerLine } } },
    async ({ query }) => getLedgerLine(app.context, query),
  );
};
