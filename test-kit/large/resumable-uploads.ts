import http from 'node:http';
import type { ApiSession } from '../api-session.ts';
import { signedIn } from './transfers.ts';

/** Header of every call of a resumable upload. */
const TUS = { 'tus-resumable': '1.0.0' };

type Answer = { status: number | undefined; headers: http.IncomingHttpHeaders };

/** Creates an upload; resolves to its address. */
export async function beginUpload(session: ApiSession, version: number, sizeBytes: number): Promise<string> {
  const { status, headers } = await session.call('POST', '/api/uploads/', undefined, {
    ...TUS,
    'upload-length': String(sizeBytes),
    'upload-metadata': `filename ${btoa('film.bin')},version ${btoa(String(version))}`,
  });
  if (status !== 201) throw new Error(`An upload was refused with ${status}`);
  return headers.get('location') ?? '';
}

/** Number of bytes of an upload that the server has. */
export async function offsetOf(session: ApiSession, url: string): Promise<number> {
  const { status, headers } = await session.call('HEAD', url, undefined, TUS);
  if (status !== 200) throw new Error(`An upload is not there: ${status}`);
  return Number(headers.get('upload-offset'));
}

/**
 * Opens a request that sends `lengthBytes` of an upload from `offset`; `answer` rejects if the connection is
 * cut.
 */
export function openPatch(session: ApiSession, url: string, offset: number, lengthBytes: number) {
  const headers = {
    ...TUS,
    ...signedIn(session),
    'content-type': 'application/offset+octet-stream',
    'upload-offset': offset,
    'content-length': lengthBytes,
  };
  const request = http.request(new URL(url, session.origin), { method: 'PATCH', headers });
  const { promise: answer, resolve, reject } = Promise.withResolvers<Answer>();
  request.once('error', reject);
  request.once('response', (response) => {
    response.resume();
    resolve({ status: response.statusCode, headers: response.headers });
  });
  return { request, answer };
}
