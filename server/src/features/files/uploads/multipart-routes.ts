import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BadRequestError } from '../../../errors.ts';
import { bodyBlocks } from '@vitrin/engine/bodies/body-blocks.ts';
import { closingLength, multipartBoundary, readMultipart } from '@vitrin/engine/bodies/multipart-stream.ts';
import { tenantOf } from '../../../http/guards/tenant-of-request.ts';
import type { IncomingPart } from './upload-file.ts';

/** Passes multipart bodies on unread, so that their bytes are streamed into the store. */
export function acceptMultipart(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
}

/** Yields parts as they arrive; BadRequestError or MalformedFormError for no form, BrokenBodyError for a lost connection. */
export async function* incomingParts(request: FastifyRequest): AsyncGenerator<IncomingPart, void> {
  const boundary = multipartBoundary(request.headers['content-type'] ?? '');
  if (boundary === undefined) throw new BadRequestError('errors.bad_request');
  const announced = request.headers['content-length'];
  const length = announced === undefined ? undefined : Number(announced);
  for await (const { position, ...part } of readMultipart(
    bodyBlocks(request.raw, tenantOf(request)),
    boundary,
  )) {
    const bytesLeft =
      length === undefined ? undefined : Math.max(0, length - position - closingLength(boundary));
    yield { ...part, bytesLeft };
  }
}
