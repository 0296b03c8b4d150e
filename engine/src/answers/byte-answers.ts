import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BlockHolder } from '../bytes/block-pool.ts';
import type { ByteSource } from '../bytes/byte-source.ts';
import { BlockStream } from '../bytes/block-stream.ts';
import { type ByteRange, isStillTagged, matchesTag, parseRange } from './byte-ranges.ts';
import { atEnd } from '../requests/request-end.ts';

export type SentBytes = {
  size: number;
  /** A strong tag: the same tag always means the same bytes. */
  etag: string;
  mediaType: string;
  /** Opens a range of the bytes; called for GET only, and not when nothing has to be sent. */
  open: (range: ByteRange, holder: BlockHolder) => Promise<Buffer | ByteSource>;
  /** Throws what `open` would throw; called for HEAD, so that it promises nothing that GET cannot give. */
  check: () => Promise<void>;
  /** Called with the stream of the answer; destroying it cuts the connection. */
  watch?: (body: Readable) => void;
  /** Called with each range of bytes once the connection has taken it; never for HEAD. */
  onTaken?: (range: ByteRange) => void;
};

/** Answers GET and HEAD for immutable bytes (RFC 9110), and waits for memory blocks in the turns of `tenant`. */
export async function answerBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  sent: SentBytes,
  tenant: string,
): Promise<FastifyReply> {
  const { size, etag, mediaType, open, check, watch, onTaken } = sent;
  const outcome = outcomeOf(request, sent);
  const isHead = request.method === 'HEAD';
  // Opened before any header is set: no browser may cache a failure under the tag of the bytes.
  const bytes =
    typeof outcome === 'object' && !isHead ? await open(outcome.range, holderOf(request, tenant)) : null;
  if (isHead) await check();
  reply.header('etag', etag).header('accept-ranges', 'bytes').header('cache-control', 'private, no-cache');
  if (outcome === 'changed') return reply.code(412).send();
  if (outcome === 'known') return reply.code(304).send();
  if (outcome === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${size}`).send();
  }
  const { start, end } = outcome.range;
  if (outcome.isPart) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  else reply.code(200);
  reply.header('content-type', mediaType).header('content-length', end - start + 1);
  if (bytes === null) return reply.send(bytes);
  if (Buffer.isBuffer(bytes)) {
    if (onTaken)
      atEnd(request, ({ outcome }) => {
        if (outcome === 'answered') onTaken({ start, end });
      });
    // Fastify does not know bytes of shared memory, and would write them out as JSON where that is their type.
    return reply.serializer((block: string) => block).send(bytes);
  }
  const body = new BlockStream(bytes, onTaken && reportStretches(start, onTaken));
  watch?.(body);
  return reply.send(body);
}

/** Converts lengths of consecutive blocks into ranges that begin at `start`. */
function reportStretches(start: number, onTaken: (range: ByteRange) => void): (bytes: number) => void {
  let offset = start;
  return (bytes) => {
    onTaken({ start: offset, end: offset + bytes - 1 });
    offset += bytes;
  };
}

/** Shared by all answers: creating an error for each would cost a twentieth of a small answer. */
const ANSWERED = new Error('The answer was sent');

function holderOf(request: FastifyRequest, tenant: string): BlockHolder {
  const ended = new AbortController();
  atEnd(request, ({ outcome }) => ended.abort(outcome === 'answered' ? ANSWERED : undefined));
  return { tenant, signal: ended.signal };
}

/** Offset of the first byte sent: 0 for the whole file, undefined if no bytes are sent. */
export function firstByteSent(request: FastifyRequest, sent: SentBytes): number | undefined {
  const outcome = outcomeOf(request, sent);
  if (typeof outcome === 'string' || request.method === 'HEAD') return undefined;
  return outcome.range.start;
}

type Outcome = 'changed' | 'known' | 'unsatisfiable' | { range: ByteRange; isPart: boolean };

/** Applies the conditions in the order of RFC 9110, 13.2.2. Ranges exist for GET only (14.2). */
function outcomeOf({ method, headers }: FastifyRequest, { etag, size }: SentBytes): Outcome {
  if (!isStillTagged(headers['if-match'], etag)) return 'changed';
  if (matchesTag(headers['if-none-match'], etag)) return 'known';
  // A range counts only if If-Range names our bytes; a date never does, since we send no Last-Modified.
  const condition = headers['if-range'];
  const isWanted = method === 'GET' && (condition === undefined || condition === etag);
  const range = isWanted ? parseRange(headers.range, size) : undefined;
  if (range === 'unsatisfiable') return range;
  return { range: range ?? { start: 0, end: size - 1 }, isPart: range !== undefined };
}
