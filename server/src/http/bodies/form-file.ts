import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BadRequestError } from '../../errors.ts';
import { parseForms } from './form-parser.ts';
import { multipartBoundary, readMultipart } from '@vitrin/engine/bodies/multipart-stream.ts';

const FORM_BYTES = 16 * 1024;

/** The one file of a form; `isCut` when more than `maxBytes` came and the rest was dropped. */
export type FormFile = { bytes: Buffer; isCut: boolean };

/** Accepts a form with one small file in any field, which becomes the body, undefined without one; a long rest is dropped. */
export function acceptFormFile(app: FastifyInstance, maxBytes: number): void {
  parseForms(app, (request, payload) => readFile(request, payload, maxBytes));
}

async function readFile(
  request: FastifyRequest,
  payload: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<FormFile | undefined> {
  const boundary = multipartBoundary(request.headers['content-type'] ?? '');
  if (boundary === undefined) throw new BadRequestError('errors.bad_request');
  // A large form is refused unread, so that the answer reaches a client that is still sending.
  if (Number(request.headers['content-length']) > maxBytes + FORM_BYTES)
    return { bytes: Buffer.alloc(0), isCut: true };
  let file: FormFile | undefined;
  for await (const { filename, body } of readMultipart(payload, boundary)) {
    if (filename === undefined || file) throw new BadRequestError('errors.bad_request');
    file = await readUpTo(body, maxBytes);
    if (file.isCut) return file;
  }
  return file;
}

async function readUpTo(body: AsyncIterable<Buffer>, maxBytes: number): Promise<FormFile> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > maxBytes) return { bytes: Buffer.concat(pieces), isCut: true };
    // Copied, because the piece may be a view of a block that will be reused.
    pieces.push(Buffer.from(piece));
  }
  return { bytes: Buffer.concat(pieces), isCut: false };
}
