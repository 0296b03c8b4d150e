import { httpRequest } from './load.ts';
import type { ApiSession } from '../../test-kit/api-session.ts';
import type { Product } from '../../test-kit/product.ts';

const MILESTONES_PER_PROJECT = 450;

/** Environment of every server under test, without limits and payments. */
export const ENV = { RATE_LIMITS: 'off', LOG_LEVEL: 'info', PAYMENTS: 'off' };

/** Header lines of a signed-in browser; `port` when the session is used on a copy of the server. */
export function headersOf(session: ApiSession, port = Number(new URL(session.origin).port)): string[] {
  const cookies = Array.from(session.cookies, ([name, value]) => `${name}=${value}`).join('; ');
  return [
    `host: localhost:${port}`,
    `cookie: ${cookies}`,
    `x-csrftoken: ${session.cookies.get('csrftoken') ?? ''}`,
  ];
}

export function multipartUpload(
  versionId: number,
  bytes: Buffer,
  name = 'bench.bin',
): { contentType: string; body: Buffer } {
  const boundary = 'vitrin-bench-boundary';
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="version"\r\n\r\n${versionId}\r\n` +
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n` +
    'content-type: application/octet-stream\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { contentType: `content-type: multipart/form-data; boundary=${boundary}`, body };
}

/** Random bytes, which cannot be compressed; the same 64 KiB repeated. */
export function randomBytes(size: number): Buffer<ArrayBuffer> {
  const noise = crypto.getRandomValues(new Uint8Array(65_536));
  const bytes = Buffer.alloc(size);
  for (let offset = 0; offset < size; offset += noise.length)
    bytes.set(noise.subarray(0, size - offset), offset);
  return bytes;
}

export function portOf(product: Product): number {
  return Number(new URL(product.url).port);
}

/** Builds requests of one session that create milestones; moves on to the next project before one is full. */
export function milestoneRequests(session: ApiSession, projects: readonly number[]): () => Buffer {
  const headers = [...headersOf(session), 'content-type: application/json'];
  const requests = projects.map((project) => {
    const body = Buffer.from(
      JSON.stringify({ name: 'Colour proof', description: '', completed: false, project }),
    );
    return httpRequest('POST', '/api/milestones/', headers, body);
  });
  let made = 0;
  return () => {
    const request = requests[Math.floor(made / MILESTONES_PER_PROJECT)];
    if (!request) throw new Error('The projects are full of milestones');
    made += 1;
    return request;
  };
}
