import type { FastifyRequest } from 'fastify';

const LONGEST_ADDRESS = 500;
const LONGEST_HEAD = 6000;

/** Headers that no answer follows from, and that proxies or pages make new for each request. */
const NOT_READ = new Set([
  'cf-ray',
  'referer',
  'traceparent',
  'tracestate',
  'x-amzn-trace-id',
  'x-cloud-trace-context',
  'x-request-id',
]);

/** Address and headers that an answer may depend on; undefined for long heads and requests with a body. */
export function headOf({
  raw,
  url,
  headers,
}: Pick<FastifyRequest, 'raw' | 'url' | 'headers'>): string | undefined {
  if (url.length > LONGEST_ADDRESS) return undefined;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined;
  const { rawHeaders } = raw;
  let head = url;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!NOT_READ.has(name)) head += `\n${name}:${rawHeaders[index + 1]}`;
  }
  return head.length > LONGEST_HEAD ? undefined : head;
}
