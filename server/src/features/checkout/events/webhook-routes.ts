import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { FastifyRequest } from 'fastify';
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
      await receiveEvent(app.context, 'stripe', ...signedBodyOf(request, 'stripe-signature'));
      return { received: true } as const;
    },
  );

  app.post(
    '/webhooks/iyzico/',
    {
      config: { csrf: 'signature', largeBody: true },
      schema: { response: { 200: z.object({ received: z.literal(true) }) } },
    },
    async (request) => {
      await receiveEvent(app.context, 'iyzico', ...signedBodyOf(request, 'x-iyz-signature-v3'));
      return { received: true } as const;
    },
  );
};

function signedBodyOf(request: FastifyRequest, header: string): [body: Buffer, signature: string] {
  const signature = request.headers[header];
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return [body, typeof signature === 'string' ? signature : ''];
}
