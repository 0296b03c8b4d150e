import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BadRequestError, ConnectionBrokenError } from '../../errors.ts';
import { closingLength, multipartBoundary, readMultipart } from '../../http/multipart-stream.ts';
import type { IncomingPart } from './upload-file.ts';

/** Lets multipart bodies through unread, so that their bytes flow into the store. */
export function acceptMultipart(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
}

/** The parts of the request as they arrive. Throws BadRequestError for what is no form and for a broken connection. */
export async function* incomingParts(request: FastifyRequest): AsyncGenerator<IncomingPart, void> {
  const boundary = multipartBoundary(request.headers['content-type'] ?? '');
  if (boundary === undefined) throw new BadRequestError('errors.bad_request');
  const announced = request.headers['content-length'];
  const length = announced === undefined ? undefined : Number(announced);
  for await (const { position, ...part } of readMultipart(received(request), boundary)) {
    const bytesLeft =
      length === undefined ? undefined : Math.max(0, length - position - closingLength(boundary));
    yield { ...part, bytesLeft };
  }
}

/** What is still read of a body that was refused half-way, before the connection is cut. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/**
 * The body's bytes. A connection that breaks is no fault of ours. Leaving the loop keeps the connection, because the
 * refusal must still reach the client, and the next request may follow on it once this body is through.
 */
export async function* received({ raw }: FastifyRequest): AsyncGenerator<Buffer, void> {
  try {
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch (error) {
    if (!raw.readableAborted) throw error;
    throw new ConnectionBrokenError();
  } finally {
    if (!raw.readableEnded && !raw.destroyed) drain(raw);
  }
}

function drain(body: IncomingMessage): void {
  let left = MAX_DRAINED_BYTES;
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) body.destroy();
  });
  body.resume();
}
