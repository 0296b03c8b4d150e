import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { receiveEvent } from './webhook.ts';

const MAX_EVENT_BYTES = 1024 * 1024;

/** The signature is over the bytes, so this route alone takes its body as it comes. */
export const webhookRoutes: FastifyPluginAsyncZod = async (app) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: MAX_EVENT_BYTES },
    (_request, body, done) => done(null, body),
  );

  app.post(
    '/webhooks/stripe/',
    {
      config: { csrf: 'signature', largeBody: true },
      schema: { response: { 200: z.object({ received: z.literal(true) }) } },
    },
    async (request) => {
      const signature = request.headers['stripe-signature'];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await receiveEvent(app.context, body, typeof signature === 'string' ? signature : '');
      return { received: true } as const;
    },
  );
};
