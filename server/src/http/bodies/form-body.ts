import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BadRequestError, PayloadTooLargeError } from '../../errors.ts';
import { parseForms } from './form-parser.ts';
import { multipartBoundary, readMultipart } from '@vitrin/engine/bodies/multipart-stream.ts';

const MAX_FIELDS = 10;

/** Accepts multipart forms besides JSON: fields become the body, within the route's body limit; files are refused. */
export function acceptForms(app: FastifyInstance): void {
  parseForms(app, readFields);
}

async function readFields(
  request: FastifyRequest,
  payload: AsyncIterable<Buffer>,
): Promise<Record<string, string>> {
  const { bodyLimit } = request.routeOptions;
  const boundary = multipartBoundary(request.headers['content-type'] ?? '');
  if (boundary === undefined) throw new BadRequestError('errors.bad_request');
  if (Number(request.headers['content-length']) > bodyLimit)
    throw new PayloadTooLargeError('errors.body_too_large');
  const fields: [string, string][] = [];
  for await (const { name, filename, body } of readMultipart(limited(payload, bodyLimit), boundary)) {
    if (filename !== undefined) throw new PayloadTooLargeError('errors.body_too_large');
    if (fields.length === MAX_FIELDS) throw new BadRequestError('errors.bad_request');
    const pieces: Buffer[] = [];
    for await (const piece of body) pieces.push(piece);
    fields.push([name, Buffer.concat(pieces).toString()]);
  }
  return Object.fromEntries(fields);
}

/** Passes the bytes on. Throws PayloadTooLargeError once they exceed `limit`. */
async function* limited(source: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer, void> {
  let received = 0;
  for await (const chunk of source) {
    received += chunk.length;
    if (received > limit) throw new PayloadTooLargeError('errors.body_too_large');
    yield chunk;
  }
}
