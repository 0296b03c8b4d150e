import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteSource } from '../bytes/byte-source.ts';
import { BlockStream } from './block-stream.ts';
import { type ByteRange, matchesTag, parseRange } from './byte-ranges.ts';

export type SentBytes = {
  size: number;
  /** Strong: the same tag always means the same bytes. */
  etag: string;
  mediaType: string;
  /** Opens the bytes of a range; called for GET only, and not when nothing has to be sent. */
  open: (range: ByteRange) => Promise<Buffer | ByteSource>;
  /** Told of what flows; destroying it cuts the connection. */
  watch?: (body: Readable) => void;
};

/** Answers GET and HEAD of bytes that never change: conditions, one range, or everything (RFC 9110). */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, etag, mediaType, open, watch }: SentBytes,
): Promise<FastifyReply> {
  const { headers } = request;
  reply.header('etag', etag).header('accept-ranges', 'bytes').header('cache-control', 'private, no-cache');
  if (matchesTag(headers['if-none-match'], etag)) return reply.code(304).send();

  const range = rangeOf(request, etag, size);
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${size}`).send();
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  else reply.code(200);
  reply.header('content-type', mediaType).header('content-length', end - start + 1);
  if (request.method === 'HEAD') return reply.send(null);
  const bytes = await open({ start, end });
  if (Buffer.isBuffer(bytes)) return reply.send(bytes);
  const body = new BlockStream(bytes);
  watch?.(body);
  return reply.send(body);
}

/** Where the answer begins: 0 for everything, undefined when no bytes are sent. */
export function firstByteSent(request: FastifyRequest, { etag, size }: SentBytes): number | undefined {
  if (request.method === 'HEAD' || matchesTag(request.headers['if-none-match'], etag)) return undefined;
  const range = rangeOf(request, etag, size);
  return range === 'unsatisfiable' ? undefined : (range?.start ?? 0);
}

/** A range counts only while If-Range names the bytes we have; without a Last-Modified a date never does. */
function rangeOf({ headers }: FastifyRequest, etag: string, size: number) {
  const condition = headers['if-range'];
  if (condition !== undefined && condition !== etag) return undefined;
  return parseRange(headers.range, size);
}
