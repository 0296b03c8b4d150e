import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { refusalOfBody } from '../refusals/body-refusals.ts';
import { chunksOf } from '@vitrin/engine/bodies/leavable-body.ts';

/** Makes the body of a form. An AppError, or what `refusalOfBody` makes one of, becomes the answer to the request. */
type ReadForm = (request: FastifyRequest, payload: AsyncIterable<Buffer>) => Promise<unknown>;

/**
 * Parses forms by `read`. Fastify closes the connection when a parser fails, before a sending client sees the answer:
 * so a refusal becomes the body and is thrown later, unless the body came too late or was cut off.
 */
export function parseForms(app: FastifyInstance, read: ReadForm): void {
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: Readable) => {
    try {
      return await read(request, chunksOf(payload));
    } catch (error) {
      const refusal = error instanceof AppError ? error : refusalOfBody(error);
      if (refusal && !payload.destroyed) return refusal;
      throw error;
    }
  });
  app.addHook('preValidation', (request, _reply, done) => {
    done(request.body instanceof AppError ? request.body : undefined);
  });
}
